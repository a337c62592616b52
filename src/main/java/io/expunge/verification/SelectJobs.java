package io.expunge.verification;

import io.expunge.audit.AuditTrail;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionJobs.Claim;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobState;
import io.expunge.evidence.EvidenceLedger;
import io.expunge.execution.RunParameters;
import io.expunge.plan.Partitioning;
import io.expunge.plan.Partitioning.PlannedTask;
import io.expunge.plan.Partitioning.Share;
import io.expunge.plan.RunPartition;
import io.expunge.plan.RunPartitions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/** First step: takes the jobs of which a look is due, under leases of the verifier's own, and writes this run's partitions. */
final class SelectJobs implements Tasklet {

    private static final Logger LOG = LoggerFactory.getLogger(SelectJobs.class);

    private final DeletionJobs jobs;
    private final DeletionTasks tasks;
    private final RunPartitions partitions;
    private final Partitioning partitioning;
    private final HeldLeases leases;
    private final EvidenceLedger evidence;
    private final LookScope command;
    private final AuditTrail audit;
    private final VerificationSettings settings;
    private final String softwareVersion;
    private final Clock clock;

    SelectJobs(VerificationPorts ports, Partitioning partitioning, AuditTrail audit, LookScope command) {
        this.jobs = ports.jobs();
        this.tasks = ports.tasks();
        this.partitions = ports.partitions();
        this.partitioning = partitioning;
        this.leases = ports.leases();
        this.evidence = ports.evidence();
        this.command = command;
        this.audit = audit;
        this.settings = ports.settings();
        this.softwareVersion = ports.softwareVersion();
        this.clock = ports.clock();
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        RunParameters run = RunParameters.of(contribution.getStepExecution());
        evidence.begin(run.runId(), softwareVersion);
        Claim claim = claim(run, command, leases.owner(), settings, clock);
        List<RunPartition> planned = partitions.ofRun(VerificationJob.NAME, run.runId());
        Set<String> before =
                jobs.ofRun(run.runId()).stream().map(DeletionJob::id).collect(Collectors.toCollection(TreeSet::new));
        List<DeletionJob> taken = new ArrayList<>(jobs.takeBack(before, JobState.AWAITING_VERIFICATION, claim));
        if (planned.isEmpty()) {
            taken.addAll(jobs.claimForLook(claim));
            partitions.write(cut(run.runId(), taken));
        }
        for (DeletionJob job : taken) {
            leases.add(job.leaseOf(leases.owner()));
            audit.record("job.looked_at", Optional.of(job.id()), Optional.of(run.runId()), "round " + job.round());
            LOG.info("job {} taken for a look by run {}, round {}", job.id(), run.runId(), job.round());
        }
        return RepeatStatus.FINISHED;
    }

    private List<RunPartition> cut(String runId, List<DeletionJob> taken) {
        List<Share> shares = taken.stream()
                .map(job -> new Share(
                        job.id(),
                        job.round(),
                        tasks.ofJob(job.id()).stream()
                                .map(task -> new PlannedTask(task.id(), VerificationJob.WAVE, task.resourceType()))
                                .toList()))
                .filter(share -> !share.tasks().isEmpty())
                .toList();
        // A probe answers for many tenants in one question, whatever the store.
        return partitioning.cut(VerificationJob.NAME, runId, shares, type -> true);
    }

    static Claim claim(RunParameters run, LookScope command, String owner, VerificationSettings settings, Clock clock) {
        return new Claim(
                run.runId(),
                owner,
                settings.lease(),
                clock.instant(),
                settings.jobsPerRun(),
                run.onlyJob(),
                command.excluded(),
                Set.of(),
                false);
    }
}
