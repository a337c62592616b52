package io.expunge.cli;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.AdoptCatalog;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.cli.Settings.IntakeRole;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.Holds;
import io.expunge.deletion.Intake;
import io.expunge.deletion.JdbcIntake;
import io.expunge.deletion.ReceiveRequests;
import io.expunge.erasure.ErasureJobConfiguration;
import io.expunge.erasure.ErasureSettings;
import io.expunge.erasure.RunErasure;
import io.expunge.evidence.EvidenceLedger;
import io.expunge.evidence.JdbcEvidenceLedger;
import io.expunge.execution.Transactions;
import io.expunge.policy.Orders;
import io.expunge.store.StoreAccess;
import io.expunge.store.Stores;
import io.expunge.tenant.ReferenceKeys;
import io.expunge.verification.RunVerification;
import io.expunge.verification.VerificationJobConfiguration;
import io.expunge.verification.VerificationSettings;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The Spring context of one batch job: the eraser's or the verifier's, each with its own logins and never both, so that what
 * verifies can't erase.
 */
final class BatchContext implements AutoCloseable {

    private static final Map<String, Object> DEFAULTS = Map.of(
            "spring.batch.job.enabled", "false",
            "spring.batch.jdbc.initialize-schema", "never",
            "spring.batch.jdbc.table-prefix", "expunge.BATCH_",
            // SERIALIZABLE, the default, makes jobs side by side fail with 40001 (measured).
            "spring.batch.jdbc.isolation-level-for-create", "read_committed",
            "spring.main.log-startup-info", "false");

    private final ConfigurableApplicationContext context;

    private BatchContext(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static BatchContext forErasing(Invocation invocation, ErasureSettings erasure, OpenRuns runs) {
        Settings settings = invocation.settings();
        DatabaseLogin login = settings.control(ControlRole.ERASER);
        ControlDatabase control = new ControlDatabase(
                invocation.wiring().control(login), true, erasure.workers(), erasure.lease(), erasure.heartbeat());
        return open(
                ErasingConfiguration.class,
                invocation,
                control,
                settings::eraserOf,
                runs,
                beans -> beans.registerBean(ErasureSettings.class, () -> erasure));
    }

    static BatchContext forVerifying(Invocation invocation, VerificationSettings verification, OpenRuns runs) {
        Settings settings = invocation.settings();
        DatabaseLogin login = settings.control(ControlRole.VERIFIER);
        ControlDatabase control = new ControlDatabase(
                invocation.wiring().control(login),
                true,
                verification.workers(),
                verification.lease(),
                verification.heartbeat());
        return open(
                VerifyingConfiguration.class,
                invocation,
                control,
                settings::verifierOf,
                runs,
                beans -> beans.registerBean(VerificationSettings.class, () -> verification));
    }

    private static BatchContext open(
            Class<?> configuration,
            Invocation invocation,
            ControlDatabase control,
            Function<String, StoreAccess> access,
            OpenRuns runs,
            java.util.function.Consumer<GenericApplicationContext> more) {
        Clock clock = invocation.clock();
        return new BatchContext(new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(runs.areStoppedBySpring())
                .properties(DEFAULTS)
                .properties(Map.of("expunge.version", Version.current()))
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(Clock.class, () -> clock);
                    beans.registerBean(Settings.class, invocation::settings);
                    beans.registerBean(ControlDatabase.class, () -> control);
                    beans.registerBean(
                            Stores.class, () -> new Stores(invocation.wiring().connectors(clock), access));
                    more.accept(beans);
                })
                .run());
    }

    RunErasure runErasure() {
        return context.getBean(RunErasure.class);
    }

    RunVerification runVerification() {
        return context.getBean(RunVerification.class);
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }

    /** The eraser's. */
    @Configuration(proxyBeanMethods = false)
    @Import({ControlConfiguration.class, NoticeConfiguration.class, ErasureJobConfiguration.class})
    static class ErasingConfiguration {

        @Bean
        AdoptCatalog adoptCatalog(CatalogSnapshots snapshots, PlatformTransactionManager transactions) {
            return new AdoptCatalog(snapshots, new TransactionTemplate(transactions));
        }

        /** A run only receives; it has no login that submits. */
        @Bean
        Intake intake(Settings settings) {
            JdbcClient client = JdbcClient.create(Databases.dataSource(settings.intake(IntakeRole.ERASER)));
            return new JdbcIntake(client, client);
        }

        @Bean
        ReferenceKeys referenceKeys(Settings settings) {
            return settings.referenceKeys();
        }

        @Bean
        Holds holds(Orders orders, ReferenceKeys keys) {
            return new Holds(orders, keys::referUnderEachKey);
        }

        @Bean
        ReceiveRequests receiveRequests(
                Settings settings,
                Intake intake,
                DeletionJobs jobs,
                AuditTrail audit,
                ReferenceKeys keys,
                PlatformTransactionManager transactions,
                Clock clock) {
            return new ReceiveRequests(intake, jobs, audit, keys, new TransactionTemplate(transactions), clock);
        }
    }

    /** The verifier's. */
    @Configuration(proxyBeanMethods = false)
    @Import({ControlConfiguration.class, NoticeConfiguration.class, VerificationJobConfiguration.class})
    static class VerifyingConfiguration {

        @Bean
        EvidenceLedger evidenceLedger(JdbcClient control, PlatformTransactionManager transactions, Clock clock) {
            return new JdbcEvidenceLedger(control, Transactions.apart(transactions), clock);
        }
    }
}
