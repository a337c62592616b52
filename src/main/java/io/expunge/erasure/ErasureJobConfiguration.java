package io.expunge.erasure;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.Wave;
import io.expunge.deadletter.DeadLetters;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.ReceiveRequests;
import io.expunge.execution.Executions;
import io.expunge.execution.RunParameters;
import io.expunge.execution.WaveAggregator;
import io.expunge.plan.Partitioning;
import io.expunge.plan.RunPartitions;
import io.expunge.plan.SealPlan;
import io.expunge.plan.WavePartitioner;
import io.expunge.policy.Orders;
import io.expunge.store.Slice;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import java.time.Clock;
import java.util.function.Function;
import org.springframework.batch.core.configuration.annotation.JobScope;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.DefaultJobParametersValidator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The erasure job: claim, freeze, seal, three waves of partitions, settle. The four plain steps run again at every restart and
 * are idempotent; a wave's manager too, so that it offers its partitions again; a partition runs again only if it failed.
 */
@Configuration(proxyBeanMethods = false)
public class ErasureJobConfiguration {

    private final JobRepository repository;
    private final PlatformTransactionManager transactions;
    private final ErasureSettings settings;

    public ErasureJobConfiguration(
            JobRepository repository, PlatformTransactionManager transactions, ErasureSettings settings) {
        this.repository = repository;
        this.transactions = transactions;
        this.settings = settings;
    }

    @Bean
    Job erasureJob(
            Tasklet claimDueJobs,
            Tasklet freezeTenants,
            Tasklet sealPlans,
            Step erasePrimary,
            Step eraseDerived,
            Step eraseBackups,
            Tasklet settleJobs) {
        Step claim = plainStep("claimDueJobs", claimDueJobs);
        Step freeze = plainStep("freezeTenants", freezeTenants);
        Step seal = plainStep("sealPlans", sealPlans);
        Step settle = plainStep("settleJobs", settleJobs);
        return new JobBuilder(ErasureJob.NAME, repository)
                .validator(new DefaultJobParametersValidator(
                        new String[] {RunParameters.RUN_ID}, new String[] {RunParameters.DELETION_JOB_ID}))
                .start(claim)
                .on("FAILED")
                .fail()
                .from(claim)
                .on("*")
                .to(freeze)
                .from(freeze)
                .on("FAILED")
                .fail()
                .from(freeze)
                .on("*")
                .to(seal)
                .from(seal)
                .on("FAILED")
                .fail()
                .from(seal)
                .on("*")
                .to(erasePrimary)
                .from(erasePrimary)
                .on("FAILED")
                .fail()
                .from(erasePrimary)
                .on("STOPPED")
                .stop()
                .from(erasePrimary)
                .on("*")
                .to(eraseDerived)
                .from(eraseDerived)
                .on("FAILED")
                .fail()
                .from(eraseDerived)
                .on("STOPPED")
                .stop()
                .from(eraseDerived)
                .on("*")
                .to(eraseBackups)
                .from(eraseBackups)
                .on("FAILED")
                .fail()
                .from(eraseBackups)
                .on("STOPPED")
                .stop()
                .from(eraseBackups)
                .on("*")
                .to(settle)
                .from(settle)
                .on("COMPLETED")
                .end()
                .from(settle)
                .on("*")
                .fail()
                .end()
                .build();
    }

    private Step plainStep(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, transactions)
                .allowStartIfComplete(true)
                .build();
    }

    @Bean
    Step erasePrimary(WavePartitioner primaryPartitions, PartitionWork work, SliceWriter writer, FailureNotes notes) {
        return wave(Wave.PRIMARY, primaryPartitions, work, writer, notes);
    }

    @Bean
    Step eraseDerived(WavePartitioner derivedPartitions, PartitionWork work, SliceWriter writer, FailureNotes notes) {
        return wave(Wave.DERIVED, derivedPartitions, work, writer, notes);
    }

    @Bean
    Step eraseBackups(WavePartitioner backupPartitions, PartitionWork work, SliceWriter writer, FailureNotes notes) {
        return wave(Wave.BACKUP, backupPartitions, work, writer, notes);
    }

    private Step wave(
            Wave wave, WavePartitioner partitions, PartitionWork work, SliceWriter writer, FailureNotes notes) {
        SimpleAsyncTaskExecutor workers = new SimpleAsyncTaskExecutor("erase-");
        // Blocks when all are busy; a pool that rejects would leave a partition that no restart can start (measured).
        workers.setConcurrencyLimit(settings.workers());
        return new StepBuilder(ErasureJob.managerOf(wave), repository)
                .partitioner(ErasureJob.workerOf(wave), partitions)
                .step(worker(wave, work, writer, notes))
                .taskExecutor(workers)
                .aggregator(new WaveAggregator())
                .allowStartIfComplete(true)
                .build();
    }

    /** A chunk is one slice: what a store was asked in one go is recorded in one go (docs/adr/0001). */
    private Step worker(Wave wave, PartitionWork work, SliceWriter writer, FailureNotes notes) {
        ErasureSettings.Retry retry = settings.retry();
        return new StepBuilder(ErasureJob.workerOf(wave), repository)
                .<Slice, Slice>chunk(1)
                .transactionManager(transactions)
                .reader(work)
                .writer(writer)
                .faultTolerant()
                .retryPolicy(RetryPolicy.builder()
                        .includes(
                                StoreException.Unavailable.class,
                                StoreException.Contended.class,
                                StoreException.Throttled.class,
                                StoreException.Ambiguous.class)
                        .maxRetries(retry.attempts())
                        .delay(retry.initialDelay())
                        .multiplier(retry.multiplier())
                        .maxDelay(retry.maximumDelay())
                        .jitter(retry.jitter())
                        .build())
                .retryListener(notes)
                .skipPolicy(new GoOnAfterFailure())
                .skipListener(notes)
                .listener(new PartitionEnd(work))
                .build();
    }

    @Bean
    @JobScope
    WavePartitioner primaryPartitions(RunPartitions partitions, @Value("#{jobParameters['runId']}") String runId) {
        return new WavePartitioner(partitions, ErasureJob.NAME, runId, Wave.PRIMARY.name());
    }

    @Bean
    @JobScope
    WavePartitioner derivedPartitions(RunPartitions partitions, @Value("#{jobParameters['runId']}") String runId) {
        return new WavePartitioner(partitions, ErasureJob.NAME, runId, Wave.DERIVED.name());
    }

    @Bean
    @JobScope
    WavePartitioner backupPartitions(RunPartitions partitions, @Value("#{jobParameters['runId']}") String runId) {
        return new WavePartitioner(partitions, ErasureJob.NAME, runId, Wave.BACKUP.name());
    }

    @Bean
    @StepScope
    PartitionWork partitionWork(
            PartitionPorts ports,
            @Value("#{jobParameters['runId']}") String runId,
            @Value("#{stepExecutionContext['wave']}") String wave,
            @Value("#{stepExecutionContext['partition']}") String name) {
        return new PartitionWork(ports, runId, wave, name);
    }

    @Bean
    @StepScope
    SliceWriter sliceWriter(PartitionPorts ports, PartitionWork work) {
        return new SliceWriter(ports, work);
    }

    @Bean
    @StepScope
    FailureNotes failureNotes(PartitionWork work) {
        return new FailureNotes(work);
    }

    @Bean
    PartitionPorts partitionPorts(
            DeletionJobs jobs,
            DeletionTasks tasks,
            DeadLetters deadLetters,
            RunPartitions partitions,
            HeldLeases leases,
            Stores stores,
            Orders orders,
            Function<String, Catalog> catalogs,
            Clock clock) {
        return new PartitionPorts(
                jobs,
                tasks,
                deadLetters,
                partitions,
                leases,
                stores,
                new SliceGuards(jobs, orders, stores, template(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)),
                catalogs,
                template(TransactionDefinition.PROPAGATION_REQUIRES_NEW),
                settings,
                clock);
    }

    private TransactionTemplate template(int propagation) {
        TransactionTemplate template = new TransactionTemplate(transactions);
        template.setPropagationBehavior(propagation);
        return template;
    }

    @Bean
    JobSteps jobSteps(
            DeletionJobs jobs, HeldLeases leases, Function<String, Catalog> catalogs, AuditTrail audit, Clock clock) {
        return new JobSteps(
                jobs,
                leases,
                catalogs,
                audit,
                template(TransactionDefinition.PROPAGATION_REQUIRES_NEW),
                settings,
                clock);
    }

    @Bean
    CommandScope commandScope() {
        return new CommandScope();
    }

    @Bean
    Tasklet claimDueJobs(
            DeletionJobs jobs,
            RunPartitions partitions,
            HeldLeases leases,
            AuditTrail audit,
            CommandScope command,
            Clock clock) {
        return new ClaimDueJobs(jobs, partitions, leases, audit, command, settings, clock);
    }

    @Bean
    Tasklet freezeTenants(JobSteps steps, Stores stores, Orders orders) {
        return new FreezeTenants(steps, stores, orders);
    }

    @Bean
    Tasklet sealPlans(JobSteps steps, DeletionTasks tasks, RunPartitions partitions, Stores stores) {
        return new SealPlans(
                steps,
                new SealPlan(),
                tasks,
                partitions,
                new Partitioning(settings.partitionPerJobUpTo(), settings.bucketSize()),
                stores);
    }

    @Bean
    Tasklet settleJobs(JobSteps steps, DeletionTasks tasks, RunPartitions partitions) {
        return new SettleJobs(steps, tasks, partitions, repository);
    }

    @Bean
    RunErasure runErasure(
            Job erasureJob,
            Executions executions,
            DeletionJobs jobs,
            RunPartitions partitions,
            ReceiveRequests requests,
            Stores stores,
            HeldLeases leases,
            CommandScope command,
            Clock clock) {
        return new RunErasure(
                erasureJob, executions, jobs, partitions, requests, stores, leases, command, settings, clock);
    }
}
