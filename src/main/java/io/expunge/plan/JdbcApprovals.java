package io.expunge.plan;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Approvals in the control database. */
public final class JdbcApprovals implements Approvals {

    private static final String REQUEST = """
            INSERT INTO expunge.approval_request
                (job_id, round, catalog_hash, plan_hash, approval_hash, counts, requested_by, requested_at)
            VALUES (:job, :round, :catalog, :plan, :hash, :counts, SESSION_USER, :now)
            """;

    private static final String READ = """
            SELECT job_id, round, catalog_hash, plan_hash, counts, requested_by, requested_at, approver, approved_at
            FROM expunge.approval_record
            WHERE job_id = :job
            """;

    private static final String LATEST_FIRST = "ORDER BY request_id DESC FETCH FIRST 1 ROW ONLY";

    private final JdbcClient control;
    private final Clock clock;

    public JdbcApprovals(JdbcClient control, Clock clock) {
        this.control = control;
        this.clock = clock;
    }

    @Override
    public void request(CountedPlan plan) {
        control.sql(REQUEST)
                .param("job", plan.jobId())
                .param("round", plan.round())
                .param("catalog", plan.catalogHash())
                .param("plan", plan.planHash())
                .param("hash", plan.approvalHash())
                .param("counts", CountsJson.write(plan.counts()))
                .param("now", OffsetDateTime.now(clock))
                .update();
    }

    @Override
    public Optional<ApprovalRequest> latest(String jobId) {
        return control.sql(READ + LATEST_FIRST)
                .param("job", jobId)
                .query(JdbcApprovals::row)
                .optional();
    }

    @Override
    public Optional<CountedPlan> approved(String jobId, String planHash) {
        return control.sql(READ + "AND plan_hash = :plan AND approved_at IS NOT NULL " + LATEST_FIRST)
                .param("job", jobId)
                .param("plan", planHash)
                .query(JdbcApprovals::row)
                .optional()
                .map(ApprovalRequest::plan);
    }

    @Override
    public Outcome approve(String jobId, Approve order) {
        return Outcome.valueOf(control.sql("SELECT expunge.approve(:job, :hash, :reason, :ticket)")
                .param("job", jobId)
                .param("hash", order.approvalHash())
                .param("reason", order.reasonCode())
                .param("ticket", order.ticket().orElse(null), Types.VARCHAR)
                .query(String.class)
                .single());
    }

    private static ApprovalRequest row(ResultSet row, int index) throws SQLException {
        return new ApprovalRequest(
                new CountedPlan(
                        row.getString("job_id"),
                        row.getInt("round"),
                        row.getString("catalog_hash"),
                        row.getString("plan_hash"),
                        CountsJson.read(row.getString("counts"))),
                row.getString("requested_by"),
                instant(row, "requested_at").orElseThrow(),
                Optional.ofNullable(row.getString("approver")),
                instant(row, "approved_at"));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }
}
