package io.expunge.erasure;

import io.expunge.audit.AuditTrail;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionJobs.Claim;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobState;
import io.expunge.execution.RunParameters;
import io.expunge.plan.RunPartition;
import io.expunge.plan.RunPartitions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * First step: takes the jobs of this run. A restarted run takes back those that still carry its id in the round for which its
 * partitions were written; a run without partitions also takes what is due.
 */
final class ClaimDueJobs implements Tasklet {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimDueJobs.class);

    private final DeletionJobs jobs;
    private final RunPartitions partitions;
    private final HeldLeases leases;
    private final AuditTrail audit;
    private final CommandScope command;
    private final ErasureSettings settings;
    private final Clock clock;

    ClaimDueJobs(
            DeletionJobs jobs,
            RunPartitions partitions,
            HeldLeases leases,
            AuditTrail audit,
            CommandScope command,
            ErasureSettings settings,
            Clock clock) {
        this.jobs = jobs;
        this.partitions = partitions;
        this.leases = leases;
        this.audit = audit;
        this.command = command;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        RunParameters run = RunParameters.of(contribution.getStepExecution());
        Claim claim = claim(run, command, leases.owner(), settings, clock);
        List<RunPartition> planned = partitions.ofRun(ErasureJob.NAME, run.runId());
        List<DeletionJob> taken = new ArrayList<>(jobs.takeBack(stillOfThisRun(run, planned), JobState.RUNNING, claim));
        if (planned.isEmpty()) {
            taken.addAll(jobs.claimForErasure(claim));
        }
        for (DeletionJob job : taken) {
            leases.add(job.leaseOf(leases.owner()));
            audit.record("job.claimed", Optional.of(job.id()), Optional.of(run.runId()), "round " + job.round());
            LOG.info("job {} claimed by run {}, round {}", job.id(), run.runId(), job.round());
        }
        return RepeatStatus.FINISHED;
    }

    static Claim claim(RunParameters run, CommandScope command, String owner, ErasureSettings settings, Clock clock) {
        return new Claim(
                run.runId(),
                owner,
                settings.lease(),
                clock.instant(),
                settings.jobsPerRun(),
                run.onlyJob(),
                command.runs(),
                command.answeringStores(),
                command.retriesOnly());
    }

    private Set<String> stillOfThisRun(RunParameters run, List<RunPartition> planned) {
        Map<String, Integer> rounds = new HashMap<>();
        planned.forEach(partition -> rounds.put(partition.jobId(), partition.round()));
        Set<String> ids = new java.util.TreeSet<>();
        for (DeletionJob job : jobs.ofRun(run.runId())) {
            if (planned.isEmpty() || Integer.valueOf(job.round()).equals(rounds.get(job.id()))) {
                ids.add(job.id());
            }
        }
        return ids;
    }
}
