package io.expunge.cli;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.AdoptCatalog;
import io.expunge.catalog.AdoptCatalog.Adopted;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.cli.Settings.IntakeRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionRequest;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JdbcIntake;
import io.expunge.deletion.ReceiveRequests;
import io.expunge.report.JdbcReports;
import io.expunge.report.JobOverview;
import io.expunge.tenant.InvalidKeyFile;
import io.expunge.tenant.ReferenceKeys;
import java.util.Optional;
import org.springframework.dao.DataAccessException;

/**
 * Makes a job of a request at once where that is possible, so that {@code status} shows it. Where it isn't, the request
 * stands all the same and the next run takes it in.
 */
final class RequestPull {

    private final Invocation invocation;

    RequestPull(Invocation invocation) {
        this.invocation = invocation;
    }

    /** The job; empty, with the reason told, if it must wait for the next run. */
    Optional<JobOverview> pull(DeletionJobId id) {
        Settings settings = invocation.settings();
        try {
            ReferenceKeys keys = settings.referenceKeys();
            try (Database control = Database.open(settings.control(ControlRole.ERASER));
                    Database intake = Database.open(settings.intake(IntakeRole.ERASER))) {
                return pull(id, keys, control, intake);
            }
        } catch (UsageException | InvalidKeyFile | DatabaseUnavailable reason) {
            later(String.valueOf(reason.getMessage()));
        } catch (DataAccessException failed) {
            later("the control database failed (" + failed.getClass().getSimpleName() + ")");
        }
        return Optional.empty();
    }

    private Optional<JobOverview> pull(DeletionJobId id, ReferenceKeys keys, Database control, Database intake) {
        Adopted current = new AdoptCatalog(
                        new JdbcCatalogSnapshots(control.client(), invocation.clock()), control.transaction())
                .from(invocation.settings().catalog());
        JdbcIntake requests = new JdbcIntake(intake.client(), intake.client());
        ReceiveRequests receive = new ReceiveRequests(
                requests,
                new JdbcDeletionJobs(control.client()),
                new JdbcAuditTrail(control.client(), invocation.clock()),
                keys,
                control.transaction(),
                invocation.clock());
        Optional<DeletionRequest> request = requests.find(id.value());
        return request.map(found ->
                        receive.one(found, current.catalog(), current.snapshot().hash()))
                .flatMap(job -> new JdbcReports(control.client()).job(new DeletionJobId(job)));
    }

    private void later(String reason) {
        invocation
                .err()
                .println("expunge: the request stands and becomes a job at the next run; not now, because " + reason);
    }
}
