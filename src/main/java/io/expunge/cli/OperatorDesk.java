package io.expunge.cli;

import io.expunge.audit.AuditTrail;
import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.AbandonJob;
import io.expunge.deletion.CancelJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.Holds;
import io.expunge.deletion.Intake;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.PauseStores;
import io.expunge.deletion.PlaceHold;
import io.expunge.deletion.ReleaseHold;
import io.expunge.deletion.ResumeJob;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Orders;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.transaction.support.TransactionTemplate;

/** What a person may do under a login of their own, put together over one connection. */
final class OperatorDesk implements AutoCloseable {

    private final Database control;
    private final Clock clock;
    private final Settings settings;
    private final DeletionJobs jobs;
    private final Orders orders;
    private final CatalogSnapshots catalogs;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;

    private OperatorDesk(Database control, Clock clock, Settings settings) {
        this.control = control;
        this.clock = clock;
        this.settings = settings;
        this.jobs = new JdbcDeletionJobs(control.client());
        this.orders = new JdbcOrders(control.client());
        this.catalogs = new JdbcCatalogSnapshots(control.client(), clock);
        this.audit = new JdbcAuditTrail(control.client(), clock);
        this.transaction = control.transaction();
    }

    /** @throws DatabaseUnavailable if the control database doesn't answer, or doesn't let this person in */
    static OperatorDesk open(Invocation invocation) {
        Settings settings = invocation.settings();
        return new OperatorDesk(Database.open(settings.control(ControlRole.OPERATOR)), invocation.clock(), settings);
    }

    /** For placing and lifting: whatever key a hold stands under, it must be found. */
    private Holds holds() {
        return new Holds(orders, settings.referenceKeys()::referUnderEachKey);
    }

    /** For refusing early, what the next run refuses anyway: without the keys, by what the job itself goes by. */
    private Holds holdsAsFarAsKnown() {
        return new Holds(
                orders,
                settings.referenceKeysIfSet()
                        .<Function<TenantId, List<TenantReference>>>map(keys -> keys::referUnderEachKey)
                        .orElse(tenant -> List.of()));
    }

    PlaceHold placeHold() {
        return new PlaceHold(orders, holds(), jobs, audit, transaction, clock);
    }

    ReleaseHold releaseHold() {
        return new ReleaseHold(orders, holds(), jobs, audit, transaction, clock);
    }

    PauseStores pauseStores() {
        return new PauseStores(orders, jobs, catalogs, audit, transaction, clock);
    }

    ResumeJob resumeJob() {
        return new ResumeJob(jobs, catalogs, holdsAsFarAsKnown(), audit, transaction, clock);
    }

    CancelJob cancelJob(Optional<Intake> intake) {
        return new CancelJob(jobs, intake, audit, transaction, clock);
    }

    AbandonJob abandonJob() {
        return new AbandonJob(jobs, audit, transaction, clock);
    }

    @Override
    public void close() {
        control.close();
    }
}
