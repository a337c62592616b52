package io.expunge.erasure;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.Holds;
import io.expunge.deletion.Intake;
import io.expunge.deletion.ReceiveRequests;
import io.expunge.execution.Executions;
import io.expunge.execution.Instances;
import io.expunge.execution.RunParameters;
import io.expunge.execution.StepChain;
import io.expunge.execution.Transactions;
import io.expunge.health.JdbcStoreHealth;
import io.expunge.health.Pace;
import io.expunge.health.StoreHealth;
import io.expunge.health.StoreOutages;
import io.expunge.notify.Announcements;
import io.expunge.plan.Approvals;
import io.expunge.plan.Partitioning;
import io.expunge.plan.RunPartitions;
import io.expunge.plan.SealPlan;
import io.expunge.policy.Orders;
import io.expunge.store.Stores;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.DefaultJobParametersValidator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The erasure job: claim, freeze, seal, three waves of partitions, settle. The four plain steps run again at every restart and
 * are idempotent; a wave's manager too, so that it offers its partitions again; a partition runs again only if it failed.
 */
@Configuration(proxyBeanMethods = false)
@Import(WaveConfiguration.class)
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
        return StepChain.of(
                new JobBuilder(ErasureJob.NAME, repository)
                        .validator(new DefaultJobParametersValidator(
                                new String[] {RunParameters.RUN_ID}, new String[] {RunParameters.DELETION_JOB_ID})),
                List.of(claim, freeze, seal, erasePrimary, eraseDerived, eraseBackups, settle));
    }

    private Step plainStep(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, transactions)
                .allowStartIfComplete(true)
                .build();
    }

    @Bean
    JobSteps jobSteps(
            DeletionJobs jobs,
            HeldLeases leases,
            Function<String, Catalog> catalogs,
            AuditTrail audit,
            Announcements announcements,
            Clock clock) {
        return new JobSteps(
                jobs, leases, catalogs, audit, announcements, Transactions.apart(transactions), settings, clock);
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
    StoreHealth storeHealth(JdbcClient control, HeldLeases leases) {
        return new JdbcStoreHealth(control, leases.owner());
    }

    @Bean
    Pace pace() {
        return new Pace();
    }

    @Bean
    StoreOutages storeOutages(StoreHealth health, Stores stores, AuditTrail audit, Clock clock) {
        return new StoreOutages(health, stores, audit, Transactions.apart(transactions), settings.breaker(), clock);
    }

    @Bean
    Tasklet freezeTenants(
            JobSteps steps, Stores stores, Orders orders, Holds holds, StoreOutages outages, Reopening reopening) {
        return new FreezeTenants(
                steps, stores, orders, holds, outages, held -> reopening.refuse(held.job(), held.catalog()));
    }

    @Bean
    Reopening reopening(Intake intake, DeletionJobs jobs, JdbcClient control) {
        return new Reopening(intake, jobs, new Instances(control));
    }

    @Bean
    Tasklet sealPlans(
            JobSteps steps,
            DeletionTasks tasks,
            Approvals approvals,
            RunPartitions partitions,
            Orders orders,
            Stores stores) {
        return new SealPlans(
                steps,
                new SealPlan(),
                new CapGate(steps, tasks, approvals, orders, stores),
                tasks,
                partitions,
                new Partitioning(settings.partitionPerJobUpTo(), settings.bucketSize(), settings.partitionsPerRun()),
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
            Reopening reopening,
            StoreOutages outages,
            HeldLeases leases,
            CommandScope command,
            Clock clock) {
        return new RunErasure(
                erasureJob,
                executions,
                jobs,
                partitions,
                requests,
                reopening,
                outages,
                leases,
                command,
                settings,
                clock);
    }
}
