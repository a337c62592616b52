package io.expunge.verification;

import io.expunge.audit.AuditTrail;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import io.expunge.deletion.StaleLease;
import io.expunge.evidence.DriftCheck;
import io.expunge.execution.Faults;
import io.expunge.execution.RunParameters;
import io.expunge.notify.Announcements;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.support.TransactionTemplate;

/** Last step: moves each job on by what was seen. The database checks the proof of a VERIFIED once more. */
final class DecideJobs implements Tasklet {

    private static final Logger LOG = LoggerFactory.getLogger(DecideJobs.class);

    private final VerificationPorts ports;
    private final AuditTrail audit;
    private final Announcements announcements;
    private final TransactionTemplate newTransaction;

    DecideJobs(
            VerificationPorts ports,
            AuditTrail audit,
            Announcements announcements,
            TransactionTemplate newTransaction) {
        this.ports = ports;
        this.audit = audit;
        this.announcements = announcements;
        this.newTransaction = newTransaction;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        String runId = RunParameters.of(contribution.getStepExecution()).runId();
        Instant now = ports.clock().instant();
        Gate gate = new Gate(ports.settings(), runId, now, ports.evidence()::isSealed);
        for (Lease lease : ports.leases().ofRun(runId)) {
            try {
                ports.jobs()
                        .find(lease.jobId())
                        .filter(job -> job.state() == JobState.AWAITING_VERIFICATION)
                        .ifPresent(job -> decide(job, lease, gate, now));
            } catch (StaleLease taken) {
                LOG.info("job {} was taken over by another run", lease.jobId());
            } catch (RuntimeException fault) {
                if (Faults.areEverybodys(fault)) {
                    throw fault;
                }
                putAside(lease, fault, now);
            }
            ports.leases().drop(lease.jobId());
        }
        return RepeatStatus.FINISHED;
    }

    /** A fault of ours at one job is that job's trouble only: it is looked at again, later each time. */
    private void putAside(Lease lease, RuntimeException fault, Instant now) {
        LOG.error("job {} met a fault of ours: {}", lease.jobId(), Faults.describe(fault));
        try {
            ports.jobs()
                    .find(lease.jobId())
                    .filter(job -> job.state() == JobState.AWAITING_VERIFICATION)
                    .ifPresent(job -> move(job, lease, lookAgain(job, "FAULT", Faults.code(fault), now), now));
        } catch (StaleLease taken) {
            LOG.info("job {} was taken over by another run", lease.jobId());
        }
    }

    private JobMove lookAgain(DeletionJob job, String errorClass, String code, Instant now) {
        int unknown = job.unknownLooks() + 1;
        Instant next = now.plus(ports.settings().lookAgain().delayAfter(unknown));
        return new JobMove.LookAgain(next, next, unknown, Optional.of(new ErrorNote("control", errorClass, code)));
    }

    private void decide(DeletionJob job, Lease lease, Gate gate, Instant now) {
        List<DriftCheck> drift = ports.evidence().driftChecks(lease.runId()).stream()
                .filter(check -> check.catalogHash().equals(job.catalogHash()))
                .toList();
        JobMove decision = gate.decide(
                job,
                ports.tasks().ofJob(job.id()),
                ports.tasks().receipts(job.id(), job.round()),
                ports.evidence().looksAt(job.id(), job.round()),
                drift,
                task -> ports.exceptions().allowance(task, now));
        try {
            move(job, lease, decision, now);
        } catch (DataIntegrityViolationException refused) {
            if (!(decision instanceof JobMove.Verify)) {
                throw refused;
            }
            LOG.error(
                    "job {}: the database refused VERIFIED ({})",
                    job.id(),
                    refused.getClass().getSimpleName());
            move(job, lease, lookAgain(job, "GATE", "refused", now), now);
        }
    }

    private void move(DeletionJob job, Lease lease, JobMove decision, Instant now) {
        String what = decision.to()
                + decision.blocked().map(reason -> "(" + reason + ")").orElse("")
                + decision.why()
                        .map(note -> " because " + note.store() + " " + note.errorClass() + " " + note.code())
                        .orElse("");
        newTransaction.executeWithoutResult(status -> {
            ports.jobs().move(job, lease, decision, now);
            audit.record("job.decided", Optional.of(job.id()), Optional.of(lease.runId()), what);
            announcements.moved(job, decision, now);
        });
        LOG.info("job {} {} to {}, run {}", job.id(), job.state(), what, lease.runId());
    }
}
