package io.expunge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who did what, and when. */
interface KeepingATrail {

    Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    ControlDatabase control();

    @Test
    default void an_event_says_who_did_what_to_which_job_and_when() {
        trail(Role.ERASER).record("job.claimed", Optional.of("dj_1"), Optional.of("run-1"), "round 1");

        Map<String, Object> event = events().get(0);
        assertThat(event)
                .containsEntry("action", "job.claimed")
                .containsEntry("job_id", "dj_1")
                .containsEntry("run_id", "run-1")
                .containsEntry("detail", "round 1")
                .containsEntry("actor", login(Role.ERASER));
        assertThat(when()).isEqualTo(NOW);
    }

    @Test
    default void the_actor_is_the_login_and_nothing_that_somebody_says() {
        trail(Role.VERIFIER).record("job.decided", Optional.empty(), Optional.empty(), "VERIFIED");

        assertThat(events())
                .singleElement()
                .satisfies(event -> assertThat(event)
                        .containsEntry("actor", login(Role.VERIFIER))
                        .containsEntry("job_id", null)
                        .containsEntry("run_id", null));
    }

    @Test
    default void an_event_stands_or_falls_with_the_transaction_that_it_tells_of() {
        control().transaction(Role.ERASER).executeWithoutResult(status -> {
            trail(Role.ERASER).record("job.claimed", Optional.empty(), Optional.empty(), "rolled back");
            status.setRollbackOnly();
        });

        assertThat(events()).isEmpty();
    }

    private AuditTrail trail(Role role) {
        return new JdbcAuditTrail(control().client(role), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private String login(Role role) {
        return control()
                .client(role)
                .sql("SELECT SESSION_USER")
                .query(String.class)
                .single();
    }

    private List<Map<String, Object>> events() {
        return control()
                .client(Role.OWNER)
                .sql("SELECT actor, action, job_id, run_id, detail FROM expunge.audit_event ORDER BY id")
                .query()
                .listOfRows();
    }

    private Instant when() {
        return control()
                .client(Role.OWNER)
                .sql("SELECT recorded_at FROM expunge.audit_event")
                .query(OffsetDateTime.class)
                .single()
                .toInstant();
    }
}
