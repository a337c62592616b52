package io.expunge.store.redis;

import io.expunge.store.Fence;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.Target;
import io.lettuce.core.RedisFuture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One slice's stretch of a walk through the key space. Lives for one call, in one thread. */
final class ErasingPass {

    private static final int SMALLEST_PAGE = 100;
    /** Keys per UNLINK: beyond this the server is held up and nothing gets faster. */
    private static final int BATCH = 500;
    /** SCANs in a slice, so that pauses and holds are seen in time where there is little to delete. */
    private static final int MOST_PAGES = 500;

    private final RedisSession session;
    private final TargetIndex index;
    private final int room;
    private final Optional<Fence> wholeTenants;
    private final Map<String, Progress> progress = new LinkedHashMap<>();

    /**
     * @param room most keys to delete of one target
     * @param wholeTenants asked before keys that bear no generation are erased; empty if they are none of this pass's
     */
    ErasingPass(RedisSession session, TargetIndex index, int room, Optional<Fence> wholeTenants) {
        this.session = session;
        this.index = index;
        this.room = room;
        this.wholeTenants = wholeTenants;
    }

    /**
     * Erases from this cursor on until a target's room is used up, the time is, or the walk is at its end.
     *
     * @return the cursor to go on with; empty at the end
     */
    Optional<String> walk(String from, Deadline noFurther) {
        byte[] glob = index.glob();
        int count = Math.min(RedisSession.PAGE, Math.max(SMALLEST_PAGE, room));
        String cursor = from;
        for (int pages = 1; ; pages++) {
            RedisSession.Page page = session.scan(cursor, glob, count);
            if (!erase(page.keys())) {
                return Optional.of(cursor);
            }
            if (page.last() || nobodyIsLeft()) {
                return Optional.empty();
            }
            cursor = page.cursor();
            if (pages == MOST_PAGES
                    || noFurther.over()
                    || progress.values().stream().anyMatch(Progress::isFull)) {
                return Optional.of(cursor);
            }
        }
    }

    /** @return whether there was room for all of the page; what was left is found again behind the same cursor */
    private boolean erase(List<byte[]> keys) {
        Map<Progress, List<byte[]>> doomed = new LinkedHashMap<>();
        boolean roomForAll = true;
        for (byte[] key : keys) {
            Optional<Progress> owner = owner(key).map(this::progressOf).filter(Progress::isWelcome);
            if (owner.isPresent()) {
                List<byte[]> batch = doomed.computeIfAbsent(owner.get(), its -> new ArrayList<>());
                if (owner.get().sent + batch.size() < room) {
                    batch.add(key);
                } else {
                    roomForAll = false;
                }
            }
        }
        if (wholeTenants.isPresent()) {
            doomed.keySet().removeIf(owner -> owner.isBarredBy(wholeTenants.get()));
        }
        unlink(doomed);
        return roomForAll;
    }

    private Optional<Target> owner(byte[] key) {
        KeyReading reading = index.read(key);
        if (reading instanceof KeyReading.OfGeneration generation) {
            return index.ownerOf(generation);
        }
        if (wholeTenants.isPresent() && reading instanceof KeyReading.WithoutGeneration whole) {
            return index.ownerOf(whole);
        }
        return Optional.empty();
    }

    private Progress progressOf(Target target) {
        return progress.computeIfAbsent(target.taskId(), id -> new Progress(target));
    }

    private boolean nobodyIsLeft() {
        return progress.values().stream().filter(its -> !its.isWelcome()).count() == index.size();
    }

    /** A command per target, so that the server's answers tell whose keys went and one tenant's refusal is its own. */
    private void unlink(Map<Progress, List<byte[]>> doomed) {
        List<Sent> underWay = new ArrayList<>();
        doomed.forEach((owner, keys) -> {
            for (int at = 0; at < keys.size(); at += BATCH) {
                List<byte[]> batch = keys.subList(at, Math.min(at + BATCH, keys.size()));
                underWay.add(new Sent(owner, session.unlink(batch)));
                owner.sent += batch.size();
            }
        });
        RedisFault failed = null;
        for (Sent sent : underWay) {
            try {
                sent.owner.deleted += session.acknowledged(sent.answer);
            } catch (RedisFault fault) {
                Optional<Refused> refused = fault.refusal();
                refused.ifPresent(its -> sent.owner.barred = its);
                failed = fault.refusal().isPresent() ? failed : fault;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** What became of a target so far. */
    SliceOutcome outcome(Target target) {
        Progress its = progressOf(target);
        if (its.barred != null) {
            return its.barred;
        }
        return its.deleted > 0 ? new SliceOutcome.Deleted(its.deleted) : new SliceOutcome.Absent();
    }

    private record Sent(Progress owner, RedisFuture<Long> answer) {}

    private final class Progress {
        private long sent;
        private long deleted;
        private final Target target;
        private @Nullable SliceOutcome barred;

        Progress(Target target) {
            this.target = target;
        }

        boolean isBarredBy(Fence fence) {
            barred = fence.broken(target).orElse(null);
            return barred != null;
        }

        boolean isWelcome() {
            return barred == null;
        }

        boolean isFull() {
            return barred == null && sent >= room;
        }
    }
}
