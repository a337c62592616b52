package io.expunge.execution;

import io.expunge.execution.InstanceLock.Held;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.InvalidJobParametersException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobExecutionAlreadyRunningException;
import org.springframework.batch.core.launch.JobExecutionNotRunningException;
import org.springframework.batch.core.launch.JobInstanceAlreadyCompleteException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.launch.JobRestartException;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Runs job instances, each under its lock; the calling thread works until the execution has ended. */
public final class Executions {

    private static final Logger LOG = LoggerFactory.getLogger(Executions.class);

    private static final long ASKED_AGAIN_AFTER_MILLIS = 200;

    private final JobOperator operator;
    private final JobRepository repository;
    private final InstanceLock locks;
    private final Instances instances;
    private final Clock clock;
    private final Semaphore idle = new Semaphore(1);
    private final CountDownLatch stopAsked = new CountDownLatch(1);
    private final AtomicReference<@Nullable Running> current = new AtomicReference<>();

    private record Running(Job job, JobParameters parameters) {}

    public Executions(
            JobOperator operator, JobRepository repository, InstanceLock locks, JdbcClient control, Clock clock) {
        this.operator = operator;
        this.repository = repository;
        this.locks = locks;
        this.instances = new Instances(control);
        this.clock = clock;
    }

    /**
     * Starts the instance of these parameters, or restarts it if it failed or its runner died.
     *
     * @throws InvalidJobParametersException if the job doesn't take them
     */
    public ExecutionOutcome run(Job job, JobParameters parameters) throws InvalidJobParametersException {
        Optional<Held> lock = locks.tryLock(job.getName(), parameters);
        if (lock.isEmpty()) {
            return new ExecutionOutcome.RunningElsewhere();
        }
        try (Held held = lock.get()) {
            JobExecution last = repository.getLastJobExecution(job.getName(), parameters);
            if (last != null && last.getStatus() == BatchStatus.COMPLETED) {
                return new ExecutionOutcome.AlreadyComplete(last.getJobInstanceId());
            }
            if (last != null && (last.isRunning() || last.getStatus() == BatchStatus.UNKNOWN)) {
                endForDeadRunner(last);
            }
            return started(job, parameters);
        } catch (JobExecutionAlreadyRunningException
                | JobInstanceAlreadyCompleteException
                | JobRestartException refused) {
            throw new IllegalStateException(
                    "the instance is locked by us, yet can't be started: " + refused.getMessage());
        }
    }

    /** Whether this process has been asked to stop: then nothing more is started. */
    public boolean isStopping() {
        return stopAsked.getCount() == 0;
    }

    /** Passes the time until that much of it is over, or this process is asked to stop. */
    public void pause(Duration time) throws InterruptedException {
        boolean unused = stopAsked.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Asks what runs here to stop behind the slices under way, and to begin nothing more. Doesn't wait; may be called
     * again, and has to be by whoever wants to be sure: an execution that is just being started is not found yet.
     */
    public void askToStop() {
        stopAsked.countDown();
        Running running = current.get();
        if (running != null) {
            stop(repository.getLastJobExecution(running.job().getName(), running.parameters()));
        }
    }

    /**
     * Asks what runs here to stop behind the slices under way, and waits for it.
     *
     * @return whether it stopped in time
     */
    public boolean stop(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean stopped;
        do {
            askToStop();
            stopped = idle.tryAcquire(ASKED_AGAIN_AFTER_MILLIS, TimeUnit.MILLISECONDS);
        } while (!stopped && System.nanoTime() < deadline);
        if (stopped) {
            idle.release();
        }
        return stopped;
    }

    private void stop(@Nullable JobExecution execution) {
        if (execution == null || !execution.isRunning()) {
            return;
        }
        try {
            operator.stop(execution);
        } catch (JobExecutionNotRunningException endedByItself) {
            LOG.debug("execution {} had ended when it was to be stopped", execution.getId());
        } catch (OptimisticLockingFailureException crossed) {
            // It has just written that it goes on, or that it has ended: asked again, it is seen which.
            LOG.debug("execution {} moved on while it was to be stopped", execution.getId());
        }
    }

    private ExecutionOutcome started(Job job, JobParameters parameters)
            throws JobExecutionAlreadyRunningException, JobInstanceAlreadyCompleteException, JobRestartException,
                    InvalidJobParametersException {
        idle.acquireUninterruptibly();
        current.set(new Running(job, parameters));
        try {
            // Whoever asks from now on finds what is running.
            if (isStopping()) {
                return new ExecutionOutcome.NotBegun();
            }
            return ran(operator.start(job, parameters));
        } catch (OptimisticLockingFailureException crossed) {
            // That it is to stop was written while it was about to write itself; its row says how it stands.
            JobExecution last = repository.getLastJobExecution(job.getName(), parameters);
            if (!isStopping() || last == null) {
                throw crossed;
            }
            return ran(last);
        } finally {
            current.set(null);
            idle.release();
        }
    }

    private static ExecutionOutcome.Ran ran(JobExecution execution) {
        return new ExecutionOutcome.Ran(
                execution.getJobInstanceId(),
                execution.getId(),
                execution.getStatus(),
                execution.getExitStatus().getExitCode());
    }

    /** Whether the instance of these parameters was ever started. */
    public boolean exists(Job job, JobParameters parameters) {
        return repository.getJobInstance(job.getName(), parameters) != null;
    }

    /** The parameters of an instance of this job, as its last execution had them. */
    public Optional<JobParameters> parametersOf(Job job, long instanceId) {
        JobInstance instance = repository.getJobInstance(instanceId);
        if (instance == null || !instance.getJobName().equals(job.getName())) {
            return Optional.empty();
        }
        return Optional.ofNullable(repository.getLastJobExecution(instance)).map(JobExecution::getJobParameters);
    }

    /**
     * The parameters of the instances whose runner died: they stand as running, and nobody holds their lock. An instance
     * whose lock is held is left alone, however long its leases have run out.
     */
    public List<JobParameters> crashed(Job job) {
        List<JobParameters> crashed = new ArrayList<>();
        for (long instanceId : instances.unended(job.getName())) {
            parametersOf(job, instanceId)
                    .filter(parameters -> isFree(job, parameters))
                    .ifPresent(crashed::add);
        }
        return crashed;
    }

    private boolean isFree(Job job, JobParameters parameters) {
        Optional<Held> lock = locks.tryLock(job.getName(), parameters);
        lock.ifPresent(Held::close);
        return lock.isPresent();
    }

    /**
     * Ends, as failed, an execution whose runner is known to be dead, so that it can be restarted. Allowed because every
     * slice may be sent again.
     */
    private void endForDeadRunner(JobExecution execution) {
        LocalDateTime now = LocalDateTime.now(clock);
        for (StepExecution step : execution.getStepExecutions()) {
            if (step.getStatus().isRunning() || step.getStatus() == BatchStatus.UNKNOWN) {
                step.setStatus(BatchStatus.FAILED);
                step.setExitStatus(ExitStatus.FAILED.addExitDescription("its runner died"));
                step.setEndTime(now);
                repository.update(step);
            }
        }
        execution.setStatus(BatchStatus.FAILED);
        execution.setExitStatus(ExitStatus.FAILED.addExitDescription("its runner died"));
        execution.setEndTime(now);
        repository.update(execution);
        LOG.info(
                "execution {} of instance {} ended as FAILED: its runner died",
                execution.getId(),
                execution.getJobInstanceId());
    }
}
