package io.expunge.store.redis;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.Target;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Unlinks the keys of closed generations; one walk through the key space serves all targets of a slice.
 *
 * <p>The fence is the name: a key says its generation, and a command that runs late still means only keys of the erased
 * one. A key without a readable generation is left for the probe to report. Only where the pattern has no generation and
 * the catalog allows the fence {@code lease} is everything of the tenant erased, and only under {@code on-reopen: stop}.
 *
 * <p>The login needs {@code +info +scan +unlink +ping}, {@code +select} for another database than 0, and key rights on
 * the resources' heads ({@code ~t:*}); {@code +client|setname} shows its name in {@code CLIENT LIST}.
 */
final class RedisEraser implements Eraser {

    private static final Duration QUESTION = Duration.ofSeconds(10);
    private static final Refused UNFIT = new Refused(Refusal.CONFIGURATION, "DELIMITER");

    private final StoreDeclaration store;
    private final RedisLink link;

    RedisEraser(StoreDeclaration store, RedisLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public boolean grouped() {
        return true;
    }

    /** The position itself: Redis knows no transaction, so a writer is through when the command that it sent is. */
    @Override
    public Position horizon() {
        return position();
    }

    @Override
    public SliceResult erase(Slice slice) {
        Optional<KeyTemplate> pattern = KeyTemplate.of(slice.scope().resource());
        if (pattern.isEmpty()) {
            return refuse(slice.targets(), new Refused(Refusal.CONFIGURATION, "PATTERN"));
        }
        KeyTemplate template = pattern.get();
        boolean wholeTenants = !template.generational();
        if (wholeTenants && !allowsWholeTenants(slice)) {
            return refuse(slice.targets(), new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
        }
        TargetIndex index = new TargetIndex(template, slice.targets());
        if (index.isEmpty()) {
            return refuse(slice.targets(), UNFIT);
        }
        try {
            return erase(slice, index, wholeTenants);
        } catch (RedisFault fault) {
            return refuse(slice.targets(), fault.refusal().orElseThrow(() -> fault.toException(store.name())));
        }
    }

    private static boolean allowsWholeTenants(Slice slice) {
        return slice.scope().resource().fence() == FenceKind.LEASE && slice.onReopen() == OnReopen.STOP;
    }

    private SliceResult erase(Slice slice, TargetIndex index, boolean wholeTenants) {
        // The second half of the time is for the answer to what was begun in the first.
        Deadline noFurther = Deadline.in(slice.deadline().dividedBy(2));
        try (RedisSession session = link.open(Deadline.in(slice.deadline()))) {
            History now = requireWritable(session.info()).history();
            Optional<String> cursor = ScanPoint.cursor(slice.from(), now);
            ErasingPass pass = new ErasingPass(
                    session, index, slice.items(), wholeTenants ? Optional.of(slice.fence()) : Optional.empty());
            Optional<ResumePoint> next = pass.walk(cursor.orElse(ScanPoint.BEGINNING), noFurther)
                    .map(further -> ScanPoint.of(now, further).toResumePoint());
            Map<String, SliceOutcome> outcomes = new HashMap<>();
            slice.targets().forEach(target -> outcomes.put(target.taskId(), pass.outcome(target)));
            index.unfit().forEach(target -> outcomes.put(target.taskId(), UNFIT));
            return new SliceResult(outcomes, next, cursor.isEmpty());
        }
    }

    private ServerInfo requireWritable(ServerInfo server) {
        if (server.clustered()) {
            throw new RedisFault(FaultKind.CONFIGURATION, "CLUSTER");
        }
        if (!server.isThe(store.identity())) {
            throw new RedisFault(FaultKind.OTHER_STORE, "IDENTITY");
        }
        if (server.loading()) {
            throw new RedisFault(FaultKind.UNAVAILABLE, "LOADING");
        }
        if (!server.primary()) {
            throw new RedisFault(FaultKind.UNAVAILABLE, "READONLY");
        }
        return server;
    }

    private static SliceResult refuse(List<Target> targets, Refused refused) {
        Map<String, SliceOutcome> outcomes = new HashMap<>();
        targets.forEach(target -> outcomes.put(target.taskId(), refused));
        return new SliceResult(outcomes, Optional.empty(), false);
    }

    @Override
    public boolean isPinnedStore() {
        if (store.identity().isEmpty()) {
            return true;
        }
        try (RedisSession session = link.open(Deadline.in(QUESTION))) {
            return session.info().isThe(store.identity());
        } catch (RedisFault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public Position position() {
        try (RedisSession session = link.open(Deadline.in(QUESTION))) {
            return session.info().history().position();
        } catch (RedisFault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
