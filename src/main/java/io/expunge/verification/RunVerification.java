package io.expunge.verification;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobState;
import io.expunge.execution.ExecutionOutcome;
import io.expunge.execution.Executions;
import io.expunge.execution.RunParameters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.parameters.InvalidJobParametersException;
import org.springframework.batch.core.job.parameters.JobParameters;

/** One {@code verify}: takes up what a dead verifier left, then looks at what is due; one execution is one look. */
public final class RunVerification {

    private static final Logger LOG = LoggerFactory.getLogger(RunVerification.class);

    private final Job job;
    private final Executions executions;
    private final DeletionJobs jobs;
    private final HeldLeases leases;
    private final EndedExceptions endedExceptions;
    private final LookScope command;
    private final VerificationSettings settings;
    private final Clock clock;

    RunVerification(
            Job job,
            Executions executions,
            DeletionJobs jobs,
            HeldLeases leases,
            EndedExceptions endedExceptions,
            LookScope command,
            VerificationSettings settings,
            Clock clock) {
        this.job = job;
        this.executions = executions;
        this.jobs = jobs;
        this.leases = leases;
        this.endedExceptions = endedExceptions;
        this.command = command;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Looks at everything that is due.
     *
     * @param runId names the first instance; the next are {@code ID-2} and so on
     * @param onlyJob one deletion job
     * @param wait whether to sleep to the next due look and look again, until nothing waits for a look that time can bring
     * @param end what is due only then or later is not slept for
     */
    public LookSummary run(String runId, Optional<String> onlyJob, boolean wait, Optional<Instant> end)
            throws InvalidJobParametersException, InterruptedException {
        if (wait) {
            command.allowAgain();
        }
        endedExceptions.block(runId, clock.instant());
        List<ExecutionOutcome> outcomes = new ArrayList<>();
        for (JobParameters crashed : executions.crashed(job)) {
            LOG.info(
                    "run {} was left by a dead verifier; taking it up",
                    RunParameters.of(crashed).runId());
            takenUp(RunParameters.of(crashed)).ifPresent(outcomes::add);
        }
        int number = 1;
        do {
            while (true) {
                RunParameters next = new RunParameters(number == 1 ? runId : runId + "-" + number, onlyJob);
                if (!executions.exists(job, next.toJobParameters()) && due(next) == 0) {
                    break;
                }
                ExecutionOutcome outcome = execute(next);
                outcomes.add(outcome);
                boolean asked = number == 1 && !(outcome instanceof ExecutionOutcome.Ran);
                if (asked || outcome.isStopped()) {
                    return summary(outcomes);
                }
                number++;
            }
        } while (wait && !executions.isStopping() && waited(onlyJob, end));
        return summary(outcomes);
    }

    /** Restarts one instance of the verification job by its id; empty if there is none. */
    public Optional<LookSummary> restart(long instanceId) throws InvalidJobParametersException {
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
            jobs.letGo(leases.owner());
            leases.ofRun(run.runId()).forEach(lease -> leases.drop(lease.jobId()));
        }
    }

    private long due(RunParameters run) {
        return jobs.countDueForLook(SelectJobs.claim(run, command, leases.owner(), settings, clock));
    }

    /** Sleeps to the next look that is worth waiting for; false if there is none. */
    private boolean waited(Optional<String> onlyJob, Optional<Instant> end) throws InterruptedException {
        Set<String> waitingFor = worked().values().stream()
                .filter(each -> each.state() == JobState.AWAITING_VERIFICATION)
                .filter(each -> each.unknownLooks() < settings.ownerToldAfterLooks())
                .map(DeletionJob::id)
                .collect(Collectors.toSet());
        if (worked().isEmpty()) {
            onlyJob.ifPresent(waitingFor::add);
        }
        if (waitingFor.isEmpty() && (!worked().isEmpty() || onlyJob.isPresent())) {
            return false;
        }
        Optional<Instant> next = jobs.nextLook(waitingFor);
        if (next.isEmpty() || end.filter(last -> !next.get().isBefore(last)).isPresent()) {
            return false;
        }
        Duration rest = Duration.between(clock.instant(), next.get());
        if (!rest.isNegative()) {
            LOG.info("next look at {}; waiting", next.get());
            executions.pause(rest.plusMillis(1));
        }
        return true;
    }

    private Map<String, DeletionJob> worked() {
        Map<String, DeletionJob> worked = new LinkedHashMap<>();
        for (String runId : command.runs()) {
            jobs.ofRun(runId).forEach(each -> worked.put(each.id(), each));
        }
        return worked;
    }

    private LookSummary summary(List<ExecutionOutcome> outcomes) {
        return new LookSummary(outcomes, List.copyOf(worked().values()));
    }
}
