package io.expunge.verification;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Location;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.Lease;
import io.expunge.deletion.Receipt;
import io.expunge.execution.Faults;
import io.expunge.plan.RunPartition;
import io.expunge.store.Scope;
import io.expunge.store.Subject;
import io.expunge.verification.LookUnit.Asked;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/** Reads a partition's questions. A run that is sealed asks nothing more. */
class LookReader implements ItemStreamReader<LookUnit> {

    private static final Logger LOG = LoggerFactory.getLogger(LookReader.class);

    private final VerificationPorts ports;
    private final String runId;
    private final String name;
    private final Deque<LookUnit> units = new ArrayDeque<>();

    LookReader(VerificationPorts ports, String runId, String name) {
        this.ports = ports;
        this.runId = runId;
        this.name = name;
    }

    @Override
    public void open(ExecutionContext context) {
        if (ports.evidence().isSealed(runId)) {
            return;
        }
        // After a crash: a row that was written stands, and is not written again.
        Set<String> done = ports.evidence().lookedAtBy(runId);
        Map<String, Scope> scopes = new LinkedHashMap<>();
        Map<String, List<Asked>> asked = new LinkedHashMap<>();
        for (RunPartition share : ports.partitions().named(VerificationJob.NAME, runId, VerificationJob.WAVE, name)) {
            Optional<Lease> lease =
                    ports.leases().of(share.jobId()).filter(held -> held.runId().equals(runId));
            Optional<DeletionJob> job = lease.flatMap(held -> ports.jobs().find(held.jobId()));
            if (job.isEmpty() || job.get().round() != share.round()) {
                continue;
            }
            try {
                gather(job.get(), lease.orElseThrow(), share, done, scopes, asked);
            } catch (RuntimeException fault) {
                if (Faults.areEverybodys(fault)) {
                    throw fault;
                }
                // A look that is missing is unknown; the others' are taken.
                LOG.error("job {} met a fault of ours: {}", share.jobId(), Faults.describe(fault));
            }
        }
        asked.forEach((place, tasks) -> units.add(new LookUnit(Objects.requireNonNull(scopes.get(place)), tasks)));
    }

    private void gather(
            DeletionJob job,
            Lease lease,
            RunPartition share,
            Set<String> done,
            Map<String, Scope> scopes,
            Map<String, List<Asked>> asked) {
        Catalog catalog = ports.catalogs().apply(job.catalogHash());
        Map<String, Receipt> receipts = ports.tasks().receipts(job.id(), job.round()).stream()
                .collect(Collectors.toMap(Receipt::taskId, Function.identity()));
        for (DeletionTask task : ports.tasks().find(share.taskIds())) {
            if (done.contains(task.id())) {
                continue;
            }
            Scope scope = new Scope(
                    catalog, catalog.resource(task.resourceId()), new Location(task.location(), task.store()));
            String place = job.catalogHash() + " " + task.resourceId() + "@" + task.location();
            scopes.putIfAbsent(place, scope);
            Subject subject = new Subject(
                    job.tenantId(), job.generation(), scope.resource().storedId(job.tenantId(), job.attributes()));
            asked.computeIfAbsent(place, key -> new ArrayList<>())
                    .add(new Asked(task, job, lease, subject, Optional.ofNullable(receipts.get(task.id()))));
        }
    }

    @Override
    public @Nullable LookUnit read() {
        return units.pollFirst();
    }
}
