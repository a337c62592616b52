package io.expunge.deletion;

import io.expunge.tenant.InvalidTenantId;
import io.expunge.tenant.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The intake over two logins: one may only submit, the other only reads requests and marks them as received. */
public final class JdbcIntake implements Intake {

    private static final String COLUMNS = """
            SELECT id, tenant_id, generation, reason_code, ticket, requested_by, requested_at, last_requested_at, not_before
            FROM expunge_intake.deletion_request
            """;

    private static final String RECEIVED = """
            UPDATE expunge_intake.deletion_request
            SET received_at = now()
            WHERE id = :id
              AND last_requested_at = :lastRequestedAt
            """;

    private static final String REFUSE_REOPENING = """
            UPDATE expunge_intake.deletion_request
            SET refuses_reopen = TRUE
            WHERE tenant_id = :tenant
              AND generation = :generation
              AND NOT refuses_reopen
            """;

    private final JdbcClient submitting;
    private final JdbcClient receiving;

    public JdbcIntake(JdbcClient submitting, JdbcClient receiving) {
        this.submitting = submitting;
        this.receiving = receiving;
    }

    @Override
    public String submit(
            TenantId tenant, int generation, String reasonCode, Optional<String> ticket, Optional<Instant> notBefore) {
        return Objects.requireNonNull(submitting
                .sql("SELECT expunge_intake.submit_deletion(:tenant, :generation, :reason, :ticket, :notBefore)")
                .param("tenant", tenant.value())
                .param("generation", generation)
                .param("reason", reasonCode)
                .param("ticket", ticket.orElse(null), Types.VARCHAR)
                .param("notBefore", notBefore.map(JdbcDeletionJobs::at).orElse(null), Types.TIMESTAMP_WITH_TIMEZONE)
                .query(String.class)
                .single());
    }

    @Override
    public List<DeletionRequest> unreceived(int limit) {
        return receiving
                .sql(COLUMNS + "WHERE received_at IS NULL ORDER BY requested_at, id FETCH FIRST :limit ROWS ONLY")
                .param("limit", limit)
                .query(JdbcIntake::request)
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public Optional<DeletionRequest> find(String id) {
        return receiving
                .sql(COLUMNS + "WHERE id = :id")
                .param("id", id)
                .query(JdbcIntake::request)
                .optional()
                .flatMap(request -> request);
    }

    @Override
    public void received(DeletionRequest request) {
        receiving
                .sql(RECEIVED)
                .param("id", request.id())
                .param("lastRequestedAt", JdbcDeletionJobs.at(request.lastRequestedAt()))
                .update();
    }

    @Override
    public void refuseReopening(TenantId tenant, int generation) {
        receiving
                .sql(REFUSE_REOPENING)
                .param("tenant", tenant.value())
                .param("generation", generation)
                .update();
    }

    @Override
    public void allowReopening(String id) {
        receiving
                .sql("UPDATE expunge_intake.deletion_request SET refuses_reopen = FALSE WHERE id = :id")
                .param("id", id)
                .update();
    }

    @Override
    public List<String> refusingReopening() {
        return receiving
                .sql("SELECT id FROM expunge_intake.deletion_request WHERE refuses_reopen ORDER BY id")
                .query(String.class)
                .list();
    }

    /** A row that somebody wrote past the function, with an id that no tenant may have, is not a request. */
    private static Optional<DeletionRequest> request(ResultSet row, int index) throws SQLException {
        TenantId tenant;
        try {
            tenant = new TenantId(row.getString("tenant_id"));
        } catch (InvalidTenantId refused) {
            return Optional.empty();
        }
        return Optional.of(new DeletionRequest(
                row.getString("id"),
                tenant,
                row.getInt("generation"),
                row.getString("reason_code"),
                Optional.ofNullable(row.getString("ticket")),
                row.getString("requested_by"),
                JobRow.instant(row, "requested_at").orElseThrow(),
                JobRow.instant(row, "last_requested_at").orElseThrow(),
                JobRow.instant(row, "not_before")));
    }
}
