package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Wave;
import io.expunge.deadletter.DeadLetters;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.Holds;
import io.expunge.execution.Transactions;
import io.expunge.execution.WaveAggregator;
import io.expunge.health.Pace;
import io.expunge.health.StoreOutages;
import io.expunge.plan.Approvals;
import io.expunge.plan.InPlaceOrder;
import io.expunge.plan.RunPartitions;
import io.expunge.plan.WavePartitioner;
import io.expunge.policy.Exceptions;
import io.expunge.policy.Orders;
import io.expunge.store.Slice;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import java.time.Clock;
import java.util.function.Function;
import org.springframework.batch.core.configuration.annotation.JobScope;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.partition.support.SimpleStepExecutionSplitter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The three waves of partitions and the worker that each of them has. Everything that belongs to one partition is made for its
 * step execution and gone with it.
 */
@Configuration(proxyBeanMethods = false)
class WaveConfiguration {

    private final JobRepository repository;
    private final PlatformTransactionManager transactions;
    private final ErasureSettings settings;

    WaveConfiguration(JobRepository repository, PlatformTransactionManager transactions, ErasureSettings settings) {
        this.repository = repository;
        this.transactions = transactions;
        this.settings = settings;
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
                .splitter(new InPlaceOrder(
                        new SimpleStepExecutionSplitter(repository, ErasureJob.workerOf(wave), partitions), partitions))
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
            Exceptions exceptions,
            RunPartitions partitions,
            HeldLeases leases,
            Stores stores,
            Orders orders,
            Holds holds,
            Approvals approvals,
            StoreOutages outages,
            Pace pace,
            Function<String, Catalog> catalogs,
            Clock clock) {
        return new PartitionPorts(
                jobs,
                tasks,
                deadLetters,
                exceptions,
                partitions,
                leases,
                stores,
                new SliceGuards(
                        jobs, orders, holds, stores, leases, settings, outages, Transactions.outside(transactions)),
                new CapGuard(tasks, approvals, Transactions.outside(transactions)),
                outages,
                pace,
                catalogs,
                Transactions.apart(transactions),
                settings,
                clock);
    }
}
