package io.expunge.store.s3;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import io.expunge.store.Target;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.GetBucketVersioningResponse;
import software.amazon.awssdk.services.s3.model.MFADeleteStatus;

/**
 * Deletes versions and delete markers of closed generations by their ids, what is current of a key last, and aborts uploads
 * that were not completed.
 *
 * <p>The fence is the name where the prefix bears a generation: whatever runs late still means only keys of the erased one,
 * and a key without a readable generation is left for the probe to report. Where it bears none, the fence is
 * {@code listed-version}, in a bucket that keeps versions: what is deleted was listed before the registry was read as
 * closed. Or {@code lease}, only under {@code on-reopen: stop}.
 *
 * <p>What stays, locked or refused, is passed by; all else goes before it is told. {@code docs/stores/s3.md} has the rights
 * that the login needs.
 */
final class S3Eraser implements Eraser {

    private static final Duration QUESTION = Duration.ofSeconds(10);

    private final StoreDeclaration store;
    private final BucketLink link;
    private final Passes passes = new Passes(() -> UUID.randomUUID().toString());

    S3Eraser(StoreDeclaration store, BucketLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public boolean grouped() {
        return false;
    }

    /** None: S3 keeps no history. A writer that is still at work is an upload in flight, which is aborted. */
    @Override
    public Position horizon() {
        return position();
    }

    @Override
    public boolean isPinnedStore() {
        try {
            return BucketOwner.isThe(store.identity(), link.open(Deadline.in(QUESTION)));
        } catch (S3Fault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public SliceResult erase(Slice slice) {
        Target target = slice.targets().get(0);
        Optional<ObjectLayout> layout = ObjectLayout.of(slice.scope().resource());
        if (layout.isEmpty()) {
            return over(target, refused("PATTERN"));
        }
        Optional<String> prefix = layout.get().tenantPrefix(target.subject().storedId());
        if (prefix.isEmpty()) {
            return over(target, refused("DELIMITER"));
        }
        if (!layout.get().generational() && !allowsWholeTenants(slice)) {
            return over(target, refused("NO_GENERATION"));
        }
        try {
            Deadline noFurther = Deadline.in(slice.deadline().dividedBy(2));
            BucketSession session = link.open(Deadline.in(slice.deadline()));
            Optional<Refused> obstacle = obstacle(session, slice);
            return obstacle.isPresent()
                    ? over(target, obstacle.get())
                    : erase(slice, target, session, layout.get(), prefix.get(), noFurther);
        } catch (S3Fault fault) {
            return over(target, fault.refusal().orElseThrow(() -> fault.toException(store.name())));
        }
    }

    private static boolean allowsWholeTenants(Slice slice) {
        FenceKind fence = slice.scope().resource().fence();
        return slice.onReopen() == OnReopen.STOP && (fence == FenceKind.LEASE || fence == FenceKind.LISTED_VERSION);
    }

    /** What keeps anything from being deleted in this bucket, as it is set up now. */
    private Optional<Refused> obstacle(BucketSession session, Slice slice) {
        if (!BucketOwner.isThe(store.identity(), session)) {
            return Optional.of(new Refused(Refusal.OTHER_STORE, BucketOwner.CODE));
        }
        GetBucketVersioningResponse versioning = versioning(session);
        if (versioning.mfaDelete() == MFADeleteStatus.ENABLED) {
            return Optional.of(refused("MFA_DELETE"));
        }
        // Without versions the id of what was listed is that of what is written over it.
        boolean mutable = versioning.status() != BucketVersioningStatus.ENABLED;
        return slice.scope().resource().fence() == FenceKind.LISTED_VERSION && mutable
                ? Optional.of(refused("NOT_VERSIONED"))
                : Optional.empty();
    }

    private static GetBucketVersioningResponse versioning(BucketSession session) {
        return session.read(client -> client.getBucketVersioning(
                question -> question.bucket(session.bucket()).overrideConfiguration(session.limits())));
    }

    private SliceResult erase(
            Slice slice, Target target, BucketSession session, ObjectLayout layout, String prefix, Deadline noFurther) {
        String pass = PassPoint.passOf(slice.from());
        Optional<PassPoint> from = passes.isUnderWay(pass) ? PassPoint.read(pass, slice.from()) : Optional.empty();
        FenceKind fence = slice.scope().resource().fence();
        boolean asksFence = fence == FenceKind.LISTED_VERSION || fence == FenceKind.LEASE;
        ErasingWalk walk = new ErasingWalk(
                session,
                layout,
                target.subject(),
                prefix,
                from.orElse(PassPoint.START),
                slice.items(),
                noFurther,
                () -> asksFence ? slice.fence().broken(target) : Optional.empty());
        try {
            walk.run();
        } catch (S3Fault fault) {
            if (walk.deleted() == 0) {
                throw fault;
            }
            // What was deleted is told first; the fault will be met again.
        }
        boolean stuck = walk.deleted() == 0
                && !walk.ended()
                && walk.fenced().isEmpty()
                && walk.point().equals(from.orElse(PassPoint.START));
        if (stuck) {
            throw new StoreException.Unavailable(store.name(), "DEADLINE");
        }
        return result(target, walk, from.isPresent() ? pass : "");
    }

    private SliceResult result(Target target, ErasingWalk walk, String underWay) {
        PassPoint point = walk.point();
        if (walk.deleted() > 0) {
            boolean over = walk.ended() && point.nothingStays();
            return new SliceResult(
                    Map.of(target.taskId(), new Deleted(walk.deleted())),
                    over ? Optional.empty() : Optional.of(next(point, underWay)),
                    false);
        }
        if (walk.fenced().isPresent()) {
            return over(target, walk.fenced().get());
        }
        if (!walk.ended()) {
            return new SliceResult(Map.of(target.taskId(), new Absent()), Optional.of(next(point, underWay)), false);
        }
        if (point.isToTellOfPoison()) {
            throw new StoreException.Poisoned(
                    store.name(), point.poison(), next(point.toldOfPoison(), underWay), point.poisoned());
        }
        passes.end(underWay);
        if (point.remainder().faulty().isPresent()) {
            throw new StoreException.Contended(
                    store.name(), point.remainder().faulty().get());
        }
        return over(target, point.remainder().outcome().orElse(new Absent()));
    }

    private ResumePoint next(PassPoint point, String underWay) {
        return point.nothingStays()
                ? ResumePoint.START
                : point.toResumePoint(underWay.isEmpty() ? passes.begin() : underWay);
    }

    private static Refused refused(String code) {
        return new Refused(Refusal.CONFIGURATION, code);
    }

    private static SliceResult over(Target target, SliceOutcome outcome) {
        return new SliceResult(Map.of(target.taskId(), outcome), Optional.empty(), false);
    }

    /** None, but of a bucket that answers. */
    @Override
    public Position position() {
        try {
            versioning(link.open(Deadline.in(QUESTION)));
            return Position.NONE;
        } catch (S3Fault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
