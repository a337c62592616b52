package io.expunge.evidence;

import io.expunge.deletion.Claims;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.Lease;
import io.expunge.deletion.NewTask;
import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Erased jobs and the evidence on them, written by the product's own classes under the eraser's and the verifier's login. */
final class GivenEvidence {

    static final Instant ERASED_AT = GivenJobs.NOW;
    static final Duration SECOND_LOOK = Duration.ofSeconds(30);

    private final ControlDatabase control;
    private final GivenJobs eraser;
    private final GivenJobs verifier;

    GivenEvidence(ControlDatabase control) {
        this.control = control;
        this.eraser = new GivenJobs(control, Role.ERASER);
        this.verifier = new GivenJobs(control, Role.VERIFIER);
    }

    ControlDatabase control() {
        return control;
    }

    /** The jobs as the verifier has them. */
    GivenJobs verifier() {
        return verifier;
    }

    JdbcEvidenceLedger ledger() {
        return new JdbcEvidenceLedger(
                control.client(Role.VERIFIER),
                control.newTransaction(Role.VERIFIER),
                Clock.fixed(ERASED_AT.plusSeconds(600), ZoneOffset.UTC));
    }

    /** A job with a required task in each of two stores, both erased, and one that isn't required and wasn't begun. */
    DeletionJob erased(String tenant) {
        DeletionJob running = eraser.running(tenant, "run-of-" + tenant);
        Lease lease = eraser.lease(running);
        eraser.transactionally(() -> {
            eraser.tasks()
                    .plan(
                            lease,
                            List.of(
                                    task(running, 1, "main.users", "main", true),
                                    task(running, 2, "cache.keys", "cache", true),
                                    task(running, 3, "main.drafts", "main", false)),
                            ERASED_AT);
            eraser.jobs().sealed(running, lease, "sha256:plan", ERASED_AT);
            for (DeletionTask task : required(running)) {
                eraser.tasks().begin(lease, task, new Position("1/5"), Optional.of(4L), ERASED_AT);
                eraser.tasks().progress(lease, task.id(), 4, ResumePoint.START, false, ERASED_AT);
                eraser.tasks().end(lease, task.id(), new Position("1/10"), ERASED_AT);
            }
        });
        return eraser.moved(eraser.find(running.id()), new JobMove.AwaitLook(ERASED_AT, ERASED_AT));
    }

    private static NewTask task(DeletionJob job, int position, String resource, String store, boolean required) {
        return new NewTask(
                job.id() + "-00" + position,
                resource,
                "primary",
                store,
                store.equals("main") ? "postgresql" : "redis",
                "PRIMARY",
                position,
                required,
                "predicate",
                SECOND_LOOK);
    }

    List<DeletionTask> required(DeletionJob job) {
        return eraser.tasks().ofJob(job.id()).stream()
                .filter(DeletionTask::required)
                .toList();
    }

    /** A verifying run that finds everything of the job empty and no drift; not sealed yet. */
    void looked(DeletionJob job, String runId, Instant observedAt) {
        verifier.transactionally(() -> {
            ledger().begin(runId, "0.1.0");
            required(job).forEach(task -> ledger().append(Looks.empty(job, task, runId, observedAt)));
            for (String store : List.of("main", "cache")) {
                ledger().append(new DriftCheck(
                        runId, job.catalogHash(), store, DriftCheck.Outcome.CLEAN, Optional.empty(), "", observedAt));
            }
        });
    }

    /** Looked at twice, far enough apart, both runs sealed: all that VERIFIED needs. */
    DeletionJob proved(String tenant) {
        DeletionJob job = erased(tenant);
        looked(job, "look-1", ERASED_AT.plusSeconds(1));
        ledger().seal("look-1");
        looked(job, "look-2", ERASED_AT.plusSeconds(1).plus(SECOND_LOOK));
        ledger().seal("look-2");
        return verifier.claimedForLook(Claims.by("look-2")).get(0);
    }
}
