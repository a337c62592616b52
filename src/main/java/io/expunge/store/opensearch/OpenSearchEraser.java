package io.expunge.store.opensearch;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * Deletes the documents of one closed generation, index by index, each refreshed before it is asked, until a query finds
 * nothing and meets no conflict.
 *
 * <p>The fence is the query ({@code generation <= g}), and within it the store's own: a document that was written again since
 * it was found is left alone. A document without a generation is left for the probe to report. Only where the resource names
 * no generation field and the catalog allows the fence {@code lease} is everything of the tenant erased, and only under
 * {@code on-reopen: stop}.
 *
 * <p>The login needs the rights of {@code docs/stores/opensearch.md}.
 */
final class OpenSearchEraser implements Eraser {

    private static final Duration QUESTION = Duration.ofSeconds(10);

    private static final Call CLUSTER =
            Call.get("_cluster", "state", "version,blocks").with("filter_path", "cluster_uuid,version,blocks.global");

    private final StoreDeclaration store;
    private final SearchLink link;

    OpenSearchEraser(StoreDeclaration store, SearchLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public boolean grouped() {
        return false;
    }

    /** The position itself: a cluster knows no transaction, so a writer is through when the request that it sent is. */
    @Override
    public Position horizon() {
        return position();
    }

    @Override
    public boolean isPinnedStore() {
        if (store.identity().isEmpty()) {
            return true;
        }
        try {
            return ClusterPoint.of(link.ask(ClusterPoint.QUESTION, Deadline.in(QUESTION), QUESTION))
                    .isOf(store.identity());
        } catch (SearchFault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public Position position() {
        try {
            return ClusterPoint.of(link.ask(ClusterPoint.QUESTION, Deadline.in(QUESTION), QUESTION))
                    .position();
        } catch (SearchFault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public SliceResult erase(Slice slice) {
        Target target = onlyTarget(slice);
        Optional<OwnedDocuments> documents = OwnedDocuments.of(slice.scope().resource());
        if (documents.isEmpty()) {
            return ended(target, new Refused(Refusal.CONFIGURATION, "FIELD"));
        }
        if (documents.get().generationField().isEmpty() && !allowsWholeTenants(slice)) {
            return ended(target, new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
        }
        try {
            return erase(slice, target, documents.get());
        } catch (SearchFault fault) {
            return ended(target, fault.refusal().orElseThrow(() -> fault.toException(store.name())));
        }
    }

    private static Target onlyTarget(Slice slice) {
        if (slice.targets().size() != 1) {
            throw new IllegalArgumentException("a slice here has one target: this eraser isn't grouped");
        }
        return slice.targets().get(0);
    }

    private static boolean allowsWholeTenants(Slice slice) {
        return slice.scope().resource().fence() == FenceKind.LEASE && slice.onReopen() == OnReopen.STOP;
    }

    private SliceResult erase(Slice slice, Target target, OwnedDocuments documents) {
        Deadline deadline = Deadline.in(slice.deadline());
        requireWritable(link.ask(CLUSTER, deadline, QUESTION));
        List<OwnedIndex> indices =
                OwnedIndex.of(link.ask(OwnedIndex.question(documents.index()), deadline, DeleteByQuery.QUESTION));
        indices.forEach(
                index -> index.requireErasable(documents, target.subject().storedId()));
        ActiveShards.require(link, documents.index(), deadline, QUESTION);
        DeleteByQuery task = new DeleteByQuery(link, nameOf(target), deadline);
        task.awaitEarlier();
        IndexPoint point = new IndexPoint(indices);
        OptionalInt from = point.resume(slice.from());
        // The second half of the time is for the answer to what was begun in the first.
        boolean asksFence = slice.scope().resource().fence() == FenceKind.LEASE;
        ErasingPass pass = new ErasingPass(
                task,
                documents,
                target.subject(),
                Deadline.in(slice.deadline().dividedBy(2)),
                () -> asksFence ? slice.fence().broken(target) : Optional.empty());
        Optional<ResumePoint> next =
                pass.walk(indices, from.orElse(0), slice.items()).map(point::at);
        return new SliceResult(Map.of(target.taskId(), pass.outcome()), next, pass.disturbed() || from.isEmpty());
    }

    /** Where the whole cluster is blocked, the result of a task can't be kept, and would look like a lost one. */
    private void requireWritable(JsonNode cluster) {
        if (!ClusterPoint.of(cluster).isOf(store.identity())) {
            throw new SearchFault(FaultKind.OTHER_STORE, "IDENTITY");
        }
        cluster.path("blocks").path("global").values().forEach(block -> {
            boolean passes = block.path("retryable").asBoolean(false);
            throw new SearchFault(passes ? FaultKind.UNAVAILABLE : FaultKind.CONFIGURATION, "CLUSTER_BLOCK");
        });
    }

    /** The same for each slice of a task, and nothing of a tenant's: it stands in the cluster's own lists and logs. */
    private static String nameOf(Target target) {
        return EraserTasks.PREFIX + Digest.of(List.of(target.taskId()));
    }

    private static SliceResult ended(Target target, SliceOutcome outcome) {
        return new SliceResult(Map.of(target.taskId(), outcome), Optional.empty(), false);
    }

    @Override
    public void close() {
        link.close();
    }
}
