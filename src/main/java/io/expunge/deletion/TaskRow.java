package io.expunge.deletion;

import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.RowMapper;

/** Reads {@code deletion_task} rows. */
final class TaskRow implements RowMapper<DeletionTask> {

    static final String COLUMNS = """
            id, job_id, resource_id, location, store, resource_type, wave, position_in_plan, required, fence,
            second_look_millis, state, block_reason, generation_met, round, baseline, erased, horizon, resume_point,
            sweep_again, last_error_class, last_error_code
            """;

    @Override
    public DeletionTask mapRow(ResultSet row, int index) throws SQLException {
        String store = row.getString("store");
        Optional<String> errorClass = Optional.ofNullable(row.getString("last_error_class"));
        String errorCode = row.getString("last_error_code");
        return new DeletionTask(
                row.getString("id"),
                row.getString("job_id"),
                row.getString("resource_id"),
                row.getString("location"),
                store,
                row.getString("resource_type"),
                row.getString("wave"),
                row.getInt("position_in_plan"),
                row.getBoolean("required"),
                row.getString("fence"),
                Duration.ofMillis(row.getLong("second_look_millis")),
                TaskState.valueOf(row.getString("state")),
                Optional.ofNullable(row.getString("block_reason")).map(BlockReason::valueOf),
                Optional.ofNullable(row.getObject("generation_met", Integer.class)),
                row.getInt("round"),
                Optional.ofNullable(row.getObject("baseline", Long.class)),
                row.getLong("erased"),
                Optional.ofNullable(row.getString("horizon")).map(Position::new),
                Optional.ofNullable(row.getString("resume_point"))
                        .map(ResumePoint::new)
                        .orElse(ResumePoint.START),
                row.getBoolean("sweep_again"),
                errorClass.map(name -> new ErrorNote(store, name, errorCode == null ? "" : errorCode)));
    }
}
