package io.expunge.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.expunge.audit.AuditTrail;
import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogSnapshot;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.deadletter.DeadLetters;
import io.expunge.deadletter.JdbcDeadLetters;
import io.expunge.deadletter.TasksWithDeadLetters;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JdbcDeletionTasks;
import io.expunge.deletion.LeaseKeeper;
import io.expunge.execution.Executions;
import io.expunge.execution.ExitMessages;
import io.expunge.execution.InProcessInstanceLock;
import io.expunge.execution.InstanceLock;
import io.expunge.execution.PostgresInstanceLock;
import io.expunge.execution.StopOnShutdown;
import io.expunge.plan.Approvals;
import io.expunge.plan.JdbcApprovals;
import io.expunge.plan.JdbcRunPartitions;
import io.expunge.plan.RunPartitions;
import io.expunge.policy.Exceptions;
import io.expunge.policy.JdbcExceptions;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Orders;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.ExecutionContextSerializer;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.dao.JacksonExecutionContextStringSerializer;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** What both batch jobs share: the control database, the leases, and Spring Batch on top of it. */
@Configuration(proxyBeanMethods = false)
// By name: what else lies on the class path, a scheduler and a web server above all, is serve's.
@ImportAutoConfiguration({
    BatchJdbcAutoConfiguration.class,
    ConfigurationPropertiesAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    LifecycleAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    TransactionManagerCustomizationAutoConfiguration.class
})
class ControlConfiguration {

    /** Under the 30 seconds that Kubernetes gives. */
    static final Duration PATIENCE_AT_SHUTDOWN = Duration.ofSeconds(25);

    /** A run whose control database has gone ends after a few of these, and loses nothing: the next one recovers it. */
    private static final Duration LONGEST_WAIT_FOR_A_CONNECTION = Duration.ofSeconds(10);

    /** Connections beside the workers': the split, the coordinating steps, the notes of a failed chunk. */
    private static final int CONNECTIONS_BESIDE_WORKERS = 4;

    /** A worker may need a second one for what must stay although its chunk is rolled back. */
    @Bean
    HikariDataSource pool(ControlDatabase database) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("control");
        pool.setDataSource(database.connections());
        pool.setMaximumPoolSize(2 * database.workers() + CONNECTIONS_BESIDE_WORKERS);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(LONGEST_WAIT_FOR_A_CONNECTION.toMillis());
        return pool;
    }

    /** Takes a connection at the first statement, so that none is held while a store works or a retry sleeps. */
    @Bean
    @Primary
    DataSource dataSource(HikariDataSource pool) {
        LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy();
        lazy.setTargetDataSource(pool);
        lazy.setDefaultAutoCommit(true);
        lazy.setDefaultTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
        return lazy;
    }

    @Bean
    MapJobRegistry jobRegistry() {
        return new MapJobRegistry();
    }

    /** Readable by operators, and not a way to make this process run what somebody wrote into a table. */
    @Bean
    ExecutionContextSerializer executionContextSerializer() {
        return new JacksonExecutionContextStringSerializer();
    }

    @Bean
    static ExitMessages exitMessages() {
        return new ExitMessages();
    }

    @Bean
    InstanceLock instanceLock(ControlDatabase database) {
        return database.isPostgres() ? new PostgresInstanceLock(database.connections()) : new InProcessInstanceLock();
    }

    @Bean
    Executions executions(
            JobOperator operator, JobRepository repository, InstanceLock locks, JdbcClient control, Clock clock) {
        return new Executions(operator, repository, locks, control, clock);
    }

    @Bean
    StopOnShutdown stopOnShutdown(Executions executions, DeletionJobs jobs, HeldLeases leases) {
        return new StopOnShutdown(executions, PATIENCE_AT_SHUTDOWN, () -> jobs.letGo(leases.owner()));
    }

    @Bean
    HeldLeases heldLeases() {
        return new HeldLeases(java.util.UUID.randomUUID().toString());
    }

    @Bean
    LeaseKeeper leaseKeeper(ControlDatabase database, HeldLeases leases) {
        return new LeaseKeeper(database.connections(), leases, database.lease(), database.heartbeat());
    }

    @Bean
    AuditTrail auditTrail(JdbcClient control, Clock clock) {
        return new JdbcAuditTrail(control, clock);
    }

    @Bean
    DeletionJobs deletionJobs(JdbcClient control) {
        return new JdbcDeletionJobs(control);
    }

    @Bean
    DeletionTasks deletionTasks(
            JdbcClient control, DeletionJobs jobs, DeadLetters letters, Function<String, Catalog> catalogs) {
        return new TasksWithDeadLetters(new JdbcDeletionTasks(control, jobs), letters, jobs, catalogs);
    }

    @Bean
    DeadLetters deadLetters(JdbcClient control, DeletionJobs jobs, Exceptions exceptions) {
        return new JdbcDeadLetters(control, jobs, exceptions);
    }

    @Bean
    Exceptions exceptions(JdbcClient control) {
        return new JdbcExceptions(control);
    }

    @Bean
    RunPartitions runPartitions(JdbcClient control) {
        return new JdbcRunPartitions(control);
    }

    @Bean
    Approvals approvals(JdbcClient control, Clock clock) {
        return new JdbcApprovals(control, clock);
    }

    @Bean
    Orders orders(JdbcClient control) {
        return new JdbcOrders(control);
    }

    @Bean
    CatalogSnapshots catalogSnapshots(JdbcClient control, Clock clock) {
        return new JdbcCatalogSnapshots(control, clock);
    }

    /** A snapshot never changes, so one that was read is kept. */
    @Bean
    Function<String, Catalog> catalogs(CatalogSnapshots snapshots) {
        Map<String, Catalog> read = new ConcurrentHashMap<>();
        return hash -> read.computeIfAbsent(
                hash,
                missing -> snapshots
                        .find(missing)
                        .map(CatalogSnapshot::catalog)
                        .orElseThrow(() -> new IllegalStateException("no catalog snapshot " + missing)));
    }
}
