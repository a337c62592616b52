package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.ReceiveRequests;
import io.expunge.execution.ExecutionOutcome;
import io.expunge.execution.Executions;
import io.expunge.execution.RunParameters;
import io.expunge.health.StoreOutages;
import io.expunge.plan.RunPartition;
import io.expunge.plan.RunPartitions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.parameters.InvalidJobParametersException;
import org.springframework.batch.core.job.parameters.JobParameters;

/**
 * One {@code run}: takes up what a dead runner left, then works on what is due in bounded instances, {@code ID},
 * {@code ID-2} and so on, each deletion job once.
 */
public final class RunErasure {

    private static final Logger LOG = LoggerFactory.getLogger(RunErasure.class);

    private final Job job;
    private final Executions executions;
    private final DeletionJobs jobs;
    private final RunPartitions partitions;
    private final ReceiveRequests requests;
    private final Reopening reopening;
    private final StoreOutages outages;
    private final HeldLeases leases;
    private final CommandScope command;
    private final ErasureSettings settings;
    private final Clock clock;

    RunErasure(
            Job job,
            Executions executions,
            DeletionJobs jobs,
            RunPartitions partitions,
            ReceiveRequests requests,
            Reopening reopening,
            StoreOutages outages,
            HeldLeases leases,
            CommandScope command,
            ErasureSettings settings,
            Clock clock) {
        this.job = job;
        this.executions = executions;
        this.jobs = jobs;
        this.partitions = partitions;
        this.requests = requests;
        this.reopening = reopening;
        this.outages = outages;
        this.leases = leases;
        this.command = command;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Works until nothing is due any more, or until it is asked to stop.
     *
     * @param runId names the first instance
     * @param onlyJob one deletion job, whatever its retry time
     * @param catalog the current one, under which new requests become jobs
     */
    public RunSummary run(String runId, Optional<String> onlyJob, Catalog catalog, String catalogHash)
            throws InvalidJobParametersException {
        reopening.allowWhereSafe();
        requests.all(catalog, catalogHash);
        return work(runId, onlyJob, catalog);
    }

    /**
     * Takes up again what waits for a retry and is due, and what was left in the middle. Receives no requests, and leaves
     * what was not begun to {@link #run}.
     */
    public RunSummary retry(String runId, Catalog catalog) throws InvalidJobParametersException {
        command.limitToRetries();
        return work(runId, Optional.empty(), catalog);
    }

    private RunSummary work(String runId, Optional<String> onlyJob, Catalog catalog)
            throws InvalidJobParametersException {
        List<ExecutionOutcome> outcomes = new ArrayList<>();
        for (JobParameters crashed : executions.crashed(job)) {
            LOG.info(
                    "run {} was left by a dead runner; taking it up",
                    RunParameters.of(crashed).runId());
            takenUp(RunParameters.of(crashed)).ifPresent(outcomes::add);
        }
        askStoresThatWereOut(catalog);
        for (int number = 1; ; number++) {
            RunParameters next = new RunParameters(number == 1 ? runId : runId + "-" + number, onlyJob);
            if (!executions.exists(job, next.toJobParameters()) && due(next) == 0) {
                break;
            }
            ExecutionOutcome outcome = execute(next);
            outcomes.add(outcome);
            if (outcome instanceof ExecutionOutcome.NotBegun) {
                break;
            }
            boolean asked = number == 1 && !(outcome instanceof ExecutionOutcome.Ran);
            if (asked || onlyJob.isPresent()) {
                break;
            }
        }
        return summary(outcomes);
    }

    /** Restarts one instance of the erasure job by its id; empty if there is none. */
    public Optional<RunSummary> restart(long instanceId) throws InvalidJobParametersException {
        Optional<JobParameters> parameters = executions.parametersOf(job, instanceId);
        if (parameters.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(summary(List.of(execute(RunParameters.of(parameters.get())))));
    }

    /** Another process may have taken it up first, which is as good. */
    private Optional<ExecutionOutcome> takenUp(RunParameters crashed) throws InvalidJobParametersException {
        ExecutionOutcome outcome = execute(crashed);
        return outcome instanceof ExecutionOutcome.Ran ? Optional.of(outcome) : Optional.empty();
    }

    private ExecutionOutcome execute(RunParameters run) throws InvalidJobParametersException {
        try {
            return executions.run(job, run.toJobParameters());
        } finally {
            command.addRun(run.runId());
            // What an execution that broke off still holds must not wait for its lease to run out.
            jobs.letGo(leases.owner());
            leases.ofRun(run.runId()).forEach(lease -> leases.drop(lease.jobId()));
        }
    }

    private long due(RunParameters run) {
        return jobs.countDueForErasure(ClaimDueJobs.claim(run, command, leases.owner(), settings, clock));
    }

    /** Whoever starts a run may know that a store is back; a job that was parked by its outage is due then. */
    private void askStoresThatWereOut(Catalog catalog) {
        Set<String> out = new TreeSet<>(jobs.storesWaitedFor(clock.instant()));
        out.addAll(outages.known());
        for (String store : out) {
            if (catalog.stores().containsKey(store) && outages.answers(catalog, store)) {
                command.addAnsweringStore(store);
            }
        }
    }

    private RunSummary summary(List<ExecutionOutcome> outcomes) {
        Set<String> ids = new LinkedHashSet<>();
        Set<String> elsewhere = new LinkedHashSet<>();
        List<DeletionJob> worked = new ArrayList<>();
        for (String runId : command.runs()) {
            for (DeletionJob each : jobs.ofRun(runId)) {
                if (ids.add(each.id())) {
                    worked.add(each);
                }
            }
        }
        for (String runId : command.runs()) {
            for (RunPartition partition : partitions.ofRun(ErasureJob.NAME, runId)) {
                if (!ids.contains(partition.jobId())) {
                    elsewhere.add(partition.jobId());
                }
            }
        }
        return new RunSummary(outcomes, worked, jobs.find(elsewhere));
    }
}
