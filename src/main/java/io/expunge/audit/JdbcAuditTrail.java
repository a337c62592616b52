package io.expunge.audit;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The trail in the control database. */
public final class JdbcAuditTrail implements AuditTrail {

    private static final String APPEND = """
            INSERT INTO expunge.audit_event (recorded_at, actor, action, job_id, run_id, detail)
            VALUES (:at, SESSION_USER, :action, :job, :run, :detail)
            """;

    private final JdbcClient control;
    private final Clock clock;

    public JdbcAuditTrail(JdbcClient control, Clock clock) {
        this.control = control;
        this.clock = clock;
    }

    @Override
    public void record(String action, Optional<String> jobId, Optional<String> runId, String detail) {
        control.sql(APPEND)
                .param("at", OffsetDateTime.now(clock))
                .param("action", action)
                .param("job", jobId.orElse(null))
                .param("run", runId.orElse(null))
                .param("detail", detail)
                .update();
    }
}
