package io.expunge.verification;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.evidence.EvidenceLedger;
import io.expunge.execution.Executions;
import io.expunge.execution.RunParameters;
import io.expunge.execution.StepChain;
import io.expunge.execution.Transactions;
import io.expunge.execution.WaveAggregator;
import io.expunge.notify.Announcements;
import io.expunge.plan.Partitioning;
import io.expunge.plan.RunPartitions;
import io.expunge.plan.WavePartitioner;
import io.expunge.policy.Exceptions;
import io.expunge.store.Stores;
import java.time.Clock;
import java.util.List;
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
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The verification job: select, measure drift, observe in partitions, seal, decide. A partition that breaks off leaves looks
 * missing, and a look that is missing is unknown; the run is sealed and decided all the same, because one execution is one
 * look. After a crash the partitions that had not finished go on, unless the run is sealed already.
 */
@Configuration(proxyBeanMethods = false)
public class VerificationJobConfiguration {

    private static final int JOBS_WITH_OWN_PARTITION = 8;
    private static final int JOBS_PER_BUCKET = 100;

    private final JobRepository repository;
    private final PlatformTransactionManager transactions;
    private final VerificationSettings settings;

    public VerificationJobConfiguration(
            JobRepository repository, PlatformTransactionManager transactions, VerificationSettings settings) {
        this.repository = repository;
        this.transactions = transactions;
        this.settings = settings;
    }

    @Bean
    Job verificationJob(
            Tasklet selectJobs, Tasklet measureDrift, Step observe, Tasklet sealEvidence, Tasklet decideJobs) {
        Step select = plainStep("selectJobs", selectJobs);
        Step drift = plainStep("measureDrift", measureDrift);
        Step seal = plainStep("sealEvidence", sealEvidence);
        Step decide = plainStep("decideJobs", decideJobs);
        return StepChain.of(
                new JobBuilder(VerificationJob.NAME, repository)
                        .validator(new DefaultJobParametersValidator(
                                new String[] {RunParameters.RUN_ID}, new String[] {RunParameters.DELETION_JOB_ID})),
                List.of(select, drift, observe, seal, decide));
    }

    private Step plainStep(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, transactions)
                .allowStartIfComplete(true)
                .build();
    }

    @Bean
    Step observe(WavePartitioner lookPartitions, LookReader reader, LookWriter writer) {
        SimpleAsyncTaskExecutor workers = new SimpleAsyncTaskExecutor("look-");
        workers.setConcurrencyLimit(settings.workers());
        Step worker = new StepBuilder(VerificationJob.WORKER, repository)
                .<LookUnit, LookUnit>chunk(1)
                .transactionManager(transactions)
                .reader(reader)
                .writer(writer)
                .build();
        return new StepBuilder("observe", repository)
                .partitioner(VerificationJob.WORKER, lookPartitions)
                .step(worker)
                .taskExecutor(workers)
                .aggregator(new WaveAggregator())
                .allowStartIfComplete(true)
                .build();
    }

    @Bean
    @JobScope
    WavePartitioner lookPartitions(RunPartitions partitions, @Value("#{jobParameters['runId']}") String runId) {
        return new WavePartitioner(partitions, VerificationJob.NAME, runId, VerificationJob.WAVE);
    }

    @Bean
    @StepScope
    LookReader lookReader(
            VerificationPorts ports,
            @Value("#{jobParameters['runId']}") String runId,
            @Value("#{stepExecutionContext['partition']}") String name) {
        return new LookReader(ports, runId, name);
    }

    @Bean
    @StepScope
    LookWriter lookWriter(VerificationPorts ports, @Value("#{jobParameters['runId']}") String runId) {
        return new LookWriter(ports, Transactions.apart(transactions), runId);
    }

    @Bean
    Tasklet selectJobs(VerificationPorts ports, AuditTrail audit, LookScope command) {
        return new SelectJobs(ports, new Partitioning(JOBS_WITH_OWN_PARTITION, JOBS_PER_BUCKET), audit, command);
    }

    @Bean
    Tasklet measureDrift(VerificationPorts ports) {
        return new MeasureDrift(ports);
    }

    @Bean
    Tasklet sealEvidence(VerificationPorts ports) {
        return new SealEvidence(ports.evidence());
    }

    @Bean
    Tasklet decideJobs(VerificationPorts ports, AuditTrail audit, Announcements announcements) {
        return new DecideJobs(ports, audit, announcements, Transactions.apart(transactions));
    }

    @Bean
    VerificationPorts verificationPorts(
            DeletionJobs jobs,
            DeletionTasks tasks,
            RunPartitions partitions,
            HeldLeases leases,
            EvidenceLedger evidence,
            Exceptions exceptions,
            Stores stores,
            Function<String, Catalog> catalogs,
            @Value("${expunge.version}") String softwareVersion,
            Clock clock) {
        return new VerificationPorts(
                jobs,
                tasks,
                partitions,
                leases,
                evidence,
                exceptions,
                stores,
                catalogs,
                settings,
                softwareVersion,
                clock);
    }

    @Bean
    LookScope lookScope() {
        return new LookScope();
    }

    @Bean
    RunVerification runVerification(
            Job verificationJob,
            Executions executions,
            DeletionJobs jobs,
            HeldLeases leases,
            LookScope command,
            Exceptions exceptions,
            AuditTrail audit,
            Announcements announcements,
            Clock clock) {
        return new RunVerification(
                verificationJob,
                executions,
                jobs,
                leases,
                new EndedExceptions(jobs, exceptions, audit, announcements, Transactions.apart(transactions)),
                command,
                settings,
                clock);
    }
}
