package io.expunge.deadletter;

import io.expunge.deadletter.DeadLetter.Resolution;
import io.expunge.deletion.ErrorNote;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.RowMapper;

/** A row of {@code dead_letter_record}, the view that everybody who asks may read. */
final class DeadLetterRow implements RowMapper<DeadLetter> {

    static final String SELECT = """
            SELECT dead_letter_id, job_id, task_id, resource_id, location, round, store, error_class, error_code, item_hash,
                   owner, times, opened_at, last_at, closed_at, resolution
            FROM expunge.dead_letter_record
            WHERE TRUE
            """;

    @Override
    public DeadLetter mapRow(ResultSet row, int index) throws SQLException {
        return new DeadLetter(
                new DeadLetterId(row.getLong("dead_letter_id")),
                row.getString("job_id"),
                row.getString("task_id"),
                row.getString("resource_id"),
                row.getString("location"),
                row.getInt("round"),
                new ErrorNote(row.getString("store"), row.getString("error_class"), row.getString("error_code")),
                Optional.ofNullable(row.getString("item_hash")),
                row.getString("owner"),
                row.getInt("times"),
                time(row, "opened_at").orElseThrow(),
                time(row, "last_at").orElseThrow(),
                time(row, "closed_at"),
                Optional.ofNullable(row.getString("resolution")).map(Resolution::valueOf));
    }

    private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }
}
