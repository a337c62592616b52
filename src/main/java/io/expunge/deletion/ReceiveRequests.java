package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.FenceKind;
import io.expunge.tenant.ReferenceKeys;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes deletion jobs of requests, each in a transaction of its own. Safe to repeat and to run twice at once: the job is
 * found by its tenant reference, and a request is marked only behind it.
 */
public final class ReceiveRequests {

    private static final int AT_ONCE = 500;

    private final Intake intake;
    private final DeletionJobs jobs;
    private final AuditTrail audit;
    private final ReferenceKeys keys;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public ReceiveRequests(
            Intake intake,
            DeletionJobs jobs,
            AuditTrail audit,
            ReferenceKeys keys,
            TransactionTemplate transaction,
            Clock clock) {
        this.intake = intake;
        this.jobs = jobs;
        this.audit = audit;
        this.keys = keys;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Receives what was not received yet, under the catalog that is current, and lets ended jobs' tenants be re-opened. */
    public void all(Catalog catalog, String catalogHash) {
        jobs.find(intake.refusingReopening()).stream()
                .filter(job -> job.state().isOver())
                .forEach(job -> intake.allowReopening(job.id()));
        while (true) {
            var requests = intake.unreceived(AT_ONCE);
            requests.forEach(request -> one(request, catalog, catalogHash));
            if (requests.size() < AT_ONCE) {
                return;
            }
        }
    }

    /** Receives this request and answers its job's id. */
    public String one(DeletionRequest request, Catalog catalog, String catalogHash) {
        Instant now = clock.instant();
        Instant afterGrace = request.requestedAt().plus(catalog.grace());
        Instant notBefore = request.notBefore().filter(afterGrace::isBefore).orElse(afterGrace);
        NewDeletionJob job = new NewDeletionJob(
                request,
                keys.refer(request.tenant()),
                keys.referUnderEachKey(request.tenant()),
                catalogHash,
                notBefore,
                request.requestedAt().plus(catalog.target()),
                catalog.isProtected(request.tenant()),
                now);
        // Before there is a job that anybody could run.
        keepClosed(request.id(), catalog);
        String id = transaction.execute(status -> {
            String received = jobs.receive(job);
            audit.record("request.received", Optional.of(received), Optional.empty(), "reason " + request.reasonCode());
            return received;
        });
        intake.received(request);
        return java.util.Objects.requireNonNull(id);
    }

    /**
     * Keeps the tenant from being re-opened where nothing else fences a resource. A job that was given up, and is taken up
     * again, may have been let go meanwhile.
     */
    public void keepClosed(String jobId, Catalog catalog) {
        if (catalog.resources().stream().anyMatch(resource -> resource.fence() == FenceKind.LEASE)) {
            intake.refuseReopening(jobId);
        }
    }
}
