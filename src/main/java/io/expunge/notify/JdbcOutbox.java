package io.expunge.notify;

import io.expunge.deletion.ErrorNote;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The outbox in the control database. */
public final class JdbcOutbox implements Outbox {

    /** Tried so often, it is left: whoever looks at the table finds the last failure there. */
    private static final int ATTEMPTS = 20;

    /** Longer than any channel takes, so that what one process is just telling isn't told by another. */
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMinutes(1);

    private static final int LONGEST_LIST = 4000;

    private static final String ADD = """
            INSERT INTO expunge.notification
                (told_once, channel, kind, job_id, recipient_kind, recipient, reason, resources, error_store, error_class,
                 error_code, created_at)
            VALUES (:toldOnce, :channel, :kind, :job, :recipientKind, :recipient, :reason, :resources, :store, :errorClass,
                    :errorCode, :now)
            ON CONFLICT DO NOTHING
            """;

    private static final String UNDELIVERED = """
            SELECT id, channel, kind, job_id, recipient_kind, recipient, reason, resources, error_store, error_class, error_code,
                   created_at, attempts
            FROM expunge.notification
            WHERE delivered_at IS NULL
              AND attempts < :most
              AND channel IN (:channels)
              AND (tried_at IS NULL OR tried_at <= :triedBefore)
            ORDER BY id
            FETCH FIRST :limit ROWS ONLY
            """;

    private static final String TAKE = """
            UPDATE expunge.notification
            SET attempts = attempts + 1,
                tried_at = :now
            WHERE id = :id
              AND attempts = :seen
              AND delivered_at IS NULL
            """;

    private final JdbcClient control;
    private final List<String> channels;

    /** @param channels over which new ones are told */
    public JdbcOutbox(JdbcClient control, List<String> channels) {
        this.control = control;
        this.channels = List.copyOf(channels);
    }

    @Override
    public void add(
            Notification.Kind kind,
            String jobId,
            Recipient recipient,
            Optional<String> reason,
            List<String> resources,
            Optional<ErrorNote> error,
            Instant now) {
        for (String channel : channels) {
            control.sql(ADD)
                    .param("toldOnce", toldOnce(kind, jobId, recipient))
                    .param("channel", channel)
                    .param("kind", kind.name())
                    .param("job", jobId)
                    .param("recipientKind", recipient.kind().name())
                    .param("recipient", recipient.name())
                    .param("reason", reason.orElse(null), Types.VARCHAR)
                    .param("resources", listed(resources))
                    .param("store", error.map(ErrorNote::store).orElse(null), Types.VARCHAR)
                    .param("errorClass", error.map(ErrorNote::errorClass).orElse(null), Types.VARCHAR)
                    .param("errorCode", error.map(ErrorNote::code).orElse(null), Types.VARCHAR)
                    .param("now", at(now))
                    .update();
        }
    }

    /** Whoever knows that something is left to them needn't hear that now all of it is. */
    private static String toldOnce(Notification.Kind kind, String jobId, Recipient recipient) {
        String what = kind == Notification.Kind.DEAD_LETTER ? Notification.Kind.JOB_BLOCKED.name() : kind.name();
        return what + " " + jobId + " " + recipient.kind() + " " + recipient.name();
    }

    private static String listed(List<String> resources) {
        String all = String.join(" ", resources);
        return all.length() <= LONGEST_LIST ? all : all.substring(0, all.lastIndexOf(' ', LONGEST_LIST));
    }

    @Override
    public List<Undelivered> undelivered(Collection<String> over, Instant now, int limit) {
        return control.sql(UNDELIVERED)
                .param("most", ATTEMPTS)
                .param("channels", over)
                .param("triedBefore", at(now.minus(BETWEEN_ATTEMPTS)))
                .param("limit", limit)
                .query((row, index) -> new Undelivered(row.getString("channel"), notification(row)))
                .list();
    }

    @Override
    public boolean take(Undelivered undelivered, Instant now) {
        return control.sql(TAKE)
                        .param("id", undelivered.notification().id())
                        .param("seen", undelivered.notification().attempts())
                        .param("now", at(now))
                        .update()
                == 1;
    }

    @Override
    public void delivered(Undelivered undelivered, Instant now) {
        control.sql("UPDATE expunge.notification SET delivered_at = :now, last_failure = NULL WHERE id = :id")
                .param("id", undelivered.notification().id())
                .param("now", at(now))
                .update();
    }

    @Override
    public void failed(Undelivered undelivered, String failure) {
        control.sql("UPDATE expunge.notification SET last_failure = :failure WHERE id = :id")
                .param("id", undelivered.notification().id())
                .param("failure", failure)
                .update();
    }

    private static Notification notification(ResultSet row) throws SQLException {
        String store = row.getString("error_store");
        String resources = row.getString("resources");
        return new Notification(
                row.getLong("id"),
                Notification.Kind.valueOf(row.getString("kind")),
                row.getString("job_id"),
                new Recipient(Recipient.Kind.valueOf(row.getString("recipient_kind")), row.getString("recipient")),
                Optional.ofNullable(row.getString("reason")),
                resources.isEmpty() ? List.of() : List.of(resources.split(" ", -1)),
                store == null
                        ? Optional.empty()
                        : Optional.of(new ErrorNote(store, row.getString("error_class"), row.getString("error_code"))),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                row.getInt("attempts"));
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
