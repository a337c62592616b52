package io.expunge.store.s3;

import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One slice's stretch of an erasure: uploads first, then, prefix by prefix, list from the beginning, delete, and list again.
 * Lives for one call, in one thread.
 */
final class ErasingWalk {

    private static final int SMALLEST_PAGE = 100;

    private final ObjectLayout layout;
    private final Subject subject;
    private final String tenantPrefix;
    private final int room;
    private final Deadline noFurther;
    private final Supplier<Optional<Fenced>> fence;
    private final VersionListing listing;
    private final Removal removal;
    private final ObjectLocks locks;
    private final UploadAborts uploads;
    private final Set<StoredVersion> refused = new HashSet<>();
    private PassPoint point;
    private Optional<Fenced> fenced = Optional.empty();
    private int deleted;
    private boolean ended;

    /**
     * @param tenantPrefix where the tenant's keys begin
     * @param from how far the pass has come
     * @param room most items to delete
     * @param fence asked between listing and deleting
     */
    ErasingWalk(
            BucketSession session,
            ObjectLayout layout,
            Subject subject,
            String tenantPrefix,
            PassPoint from,
            int room,
            Deadline noFurther,
            Supplier<Optional<Fenced>> fence) {
        this.layout = layout;
        this.subject = subject;
        this.tenantPrefix = tenantPrefix;
        this.point = from;
        this.room = room;
        this.noFurther = noFurther;
        this.fence = fence;
        this.listing = new VersionListing(session);
        this.removal = new Removal(session);
        this.locks = new ObjectLocks(session);
        this.uploads = new UploadAborts(session);
    }

    /** Goes on until there is nothing left to do, or the room or the time is used up. */
    void run() {
        abortUploads();
        while (mayGoOn()) {
            Optional<String> prefix = nextPrefix();
            if (prefix.isEmpty()) {
                ended = true;
                return;
            }
            erase(prefix.get());
        }
    }

    private boolean mayGoOn() {
        return !ended && fenced.isEmpty() && deleted < room && !noFurther.over();
    }

    private void abortUploads() {
        if (!isFenced()) {
            deleted += uploads.abort(tenantPrefix, this::isDoomed, room);
            point = point.keeping(uploads.remainder());
        }
    }

    private boolean isFenced() {
        fenced = fence.get();
        return fenced.isPresent();
    }

    private boolean isDoomed(String key) {
        return !layout.generational()
                || (layout.read(tenantPrefix, key) instanceof ObjectReading.OfGeneration generation
                        && generation.generation() <= subject.generation());
    }

    /** The next prefix under which everything goes: the tenant's, or that of a generation which is there. */
    private Optional<String> nextPrefix() {
        if (!layout.generational()) {
            return Optional.of(tenantPrefix).filter(prefix -> !prefix.equals(point.done()));
        }
        Optional<ListingPoint> from = Optional.of(ListingPoint.BEGINNING);
        while (from.isPresent()) {
            VersionPage page =
                    listing.level(layout.beforeGeneration(tenantPrefix), layout.endOfGeneration(), from.get());
            Optional<String> first = page.commonPrefixes().stream()
                    .map(common -> layout.generationIn(tenantPrefix, common))
                    .flatMapToInt(OptionalInt::stream)
                    .filter(generation -> generation <= subject.generation())
                    .mapToObj(generation -> layout.generationPrefix(tenantPrefix, generation))
                    .filter(prefix -> prefix.compareTo(point.done()) > 0)
                    .min(String::compareTo);
            if (first.isPresent()) {
                return first;
            }
            from = page.next();
        }
        return Optional.empty();
    }

    private void erase(String prefix) {
        ListingPoint from = beginning(prefix);
        Optional<String> begun = Optional.empty();
        while (mayGoOn()) {
            VersionPage page =
                    listing.page(prefix, from, Math.min(VersionListing.PAGE, Math.max(SMALLEST_PAGE, room + 1)));
            PagePlan plan = new PagePlan(page, begun, point.after());
            List<StoredVersion> eligible = plan.doomed().stream()
                    .filter(version -> !refused.contains(version))
                    .toList();
            List<StoredVersion> doomed = eligible.subList(0, Math.min(eligible.size(), room - deleted));
            Set<StoredVersion> gone = remove(doomed);
            plan.settled(refused, gone).ifPresent(key -> point = point.behind(key));
            if (!gone.isEmpty()) {
                from = beginning(prefix);
                begun = Optional.empty();
            } else if (doomed.size() == eligible.size()) {
                if (page.next().isEmpty()) {
                    point = fenced.isPresent() ? point : point.doneWith(prefix);
                    return;
                }
                from = page.next().get();
                begun = plan.open();
            }
        }
    }

    private ListingPoint beginning(String prefix) {
        return point.after()
                .filter(key -> key.startsWith(prefix))
                .map(ListingPoint::behind)
                .orElse(ListingPoint.BEGINNING);
    }

    /** @return what is gone; what stayed is noted */
    private Set<StoredVersion> remove(List<StoredVersion> doomed) {
        if (doomed.isEmpty() || isFenced()) {
            return Set.of();
        }
        Map<StoredVersion, S3Fault> stayed = removal.remove(doomed);
        Set<StoredVersion> gone = new HashSet<>(doomed);
        gone.removeAll(stayed.keySet());
        deleted += gone.size();
        List<S3Fault> contended = new ArrayList<>();
        doomed.stream().filter(stayed::containsKey).forEach(version -> {
            S3Fault why = Objects.requireNonNull(stayed.get(version));
            refused.add(version);
            switch (why.kind()) {
                case DENIED -> point = point.keeping(locks.whyStayed(version, why.code()));
                case CONTENDED -> contended.add(why);
                default -> point = point.poisoned(why.code(), version.key());
            }
        });
        if (doomed.size() > 1 && contended.size() == doomed.size()) {
            // Not some items' fault but the server's.
            throw contended.get(0);
        }
        contended.forEach(why -> point = point.keeping(Remainder.faulty(why.code())));
        return gone;
    }

    /** How far the pass has come. */
    PassPoint point() {
        return point;
    }

    /** Whether there is nothing left that could be deleted. */
    boolean ended() {
        return ended;
    }

    int deleted() {
        return deleted;
    }

    Optional<Fenced> fenced() {
        return fenced;
    }
}
