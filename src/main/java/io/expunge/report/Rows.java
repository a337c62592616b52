package io.expunge.report;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobState;
import io.expunge.deletion.TaskState;
import io.expunge.tenant.TenantReference;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads rows of the views. */
final class Rows {

    private Rows() {}

    static JobOverview job(ResultSet row, int index) throws SQLException {
        return new JobOverview(
                row.getString("job_id"),
                new TenantReference(row.getString("reference_key"), row.getString("tenant_ref")),
                row.getInt("generation"),
                JobState.valueOf(row.getString("state")),
                blockReason(row),
                optional(row, "generation_met", Integer.class),
                row.getString("stage"),
                row.getInt("round"),
                instant(row, "state_since"),
                row.getString("reason_code"),
                optional(row, "ticket", String.class),
                row.getString("requested_by"),
                instant(row, "requested_at"),
                instant(row, "not_before"),
                optionalInstant(row, "next_retry_at"),
                optionalInstant(row, "next_look_at"),
                instant(row, "target_at"),
                optionalInstant(row, "expected_at"),
                error(row, row.getString("last_error_store")),
                optional(row, "run_id", String.class),
                optionalInstant(row, "lease_until"),
                optionalInstant(row, "verified_at"),
                row.getString("catalog_hash"),
                row.getLong("tasks"),
                row.getLong("tasks_ended"),
                row.getLong("items_erased"));
    }

    static StoreOutage outage(ResultSet row, int index) throws SQLException {
        return new StoreOutage(
                row.getString("store"),
                instant(row, "since"),
                row.getString("last_error_class"),
                row.getString("last_error_code"),
                row.getInt("failed_probes"),
                instant(row, "next_probe_at"),
                row.getLong("jobs_parked"),
                row.getLong("tasks_parked"));
    }

    static TaskProgress task(ResultSet row, int index) throws SQLException {
        String store = row.getString("store");
        return new TaskProgress(
                row.getString("task_id"),
                row.getString("resource_id"),
                row.getString("location"),
                store,
                row.getString("wave"),
                row.getString("fence"),
                row.getBoolean("required"),
                TaskState.valueOf(row.getString("state")),
                blockReason(row),
                row.getInt("round"),
                optional(row, "baseline", Long.class),
                row.getLong("erased"),
                row.getLong("slices"),
                row.getInt("retries"),
                row.getInt("throttled"),
                row.getInt("failures"),
                error(row, store),
                optionalInstant(row, "started_at"),
                optionalInstant(row, "last_progress_at"),
                optionalInstant(row, "finished_at"));
    }

    static EvidenceGap gap(ResultSet row, int index) throws SQLException {
        return new EvidenceGap(
                row.getString("task_id"),
                row.getString("resource_id"),
                row.getString("location"),
                row.getString("gap"),
                optional(row, "gap_code", String.class),
                optional(row, "residue", Long.class),
                optional(row, "ungenerated", Long.class),
                optionalInstant(row, "last_observed_at"));
    }

    static EvidenceRecord evidence(ResultSet row, int index) throws SQLException {
        return new EvidenceRecord(
                row.getLong("evidence_id"),
                row.getString("run_id"),
                row.getString("task_id"),
                row.getString("resource_id"),
                row.getString("location"),
                row.getInt("round"),
                row.getInt("look"),
                row.getString("verdict"),
                optional(row, "gap_code", String.class),
                optional(row, "store_code", String.class),
                optional(row, "residue", Long.class),
                optional(row, "ungenerated", Long.class),
                optional(row, "later", Long.class),
                optional(row, "baseline", Long.class),
                row.getString("control"),
                row.getString("probe"),
                row.getString("credentials"),
                row.getString("fence"),
                row.getString("erased_position"),
                row.getString("probe_position"),
                row.getString("plan_hash"),
                row.getString("policy_version"),
                row.getString("catalog_hash"),
                row.getString("software_version"),
                instant(row, "requested_at"),
                instant(row, "observed_at"),
                row.getString("row_hash"),
                seal(row));
    }

    static GateGap gateGap(ResultSet row, int index) throws SQLException {
        return new GateGap(
                optional(row, "store", String.class),
                optional(row, "resource_id", String.class),
                optional(row, "location", String.class),
                row.getString("missing"));
    }

    static Outlook outlook(ResultSet row, int index) throws SQLException {
        return new Outlook(
                row.getInt("waits"),
                row.getInt("unknown_looks"),
                optionalInstant(row, "waiting_since"),
                optional(row, "second_look_millis", Long.class).map(Duration::ofMillis),
                row.getBoolean("held"),
                optional(row, "paused_store", String.class));
    }

    static DriftSearch driftSearch(ResultSet row, int index) throws SQLException {
        return new DriftSearch(
                row.getString("store"),
                row.getString("outcome"),
                optional(row, "code", String.class),
                row.getString("findings"),
                instant(row, "checked_at"));
    }

    private static Optional<EvidenceRecord.Seal> seal(ResultSet row) throws SQLException {
        Optional<Long> position = optional(row, "chain_position", Long.class);
        return position.isEmpty()
                ? Optional.empty()
                : Optional.of(new EvidenceRecord.Seal(
                        position.get(),
                        row.getString("merkle_root"),
                        row.getString("seal_hash"),
                        instant(row, "sealed_at")));
    }

    static ExceptionRecord exception(ResultSet row, int index) throws SQLException {
        return new ExceptionRecord(
                row.getLong("exception_id"),
                row.getString("job_id"),
                row.getString("task_id"),
                row.getString("resource_id"),
                row.getString("location"),
                row.getLong("dead_letter_id"),
                optional(row, "item_hash", String.class),
                row.getLong("items"),
                row.getString("reason_code"),
                optional(row, "ticket", String.class),
                row.getString("approver"),
                instant(row, "approved_at"),
                instant(row, "expires_at"),
                row.getString("standing"));
    }

    private static Optional<BlockReason> blockReason(ResultSet row) throws SQLException {
        return optional(row, "block_reason", String.class).map(BlockReason::valueOf);
    }

    private static Optional<ErrorNote> error(ResultSet row, @Nullable String store) throws SQLException {
        String code = row.getString("last_error_code");
        return optional(row, "last_error_class", String.class)
                .map(name -> new ErrorNote(store == null ? "" : store, name, code == null ? "" : code));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static Optional<Instant> optionalInstant(ResultSet row, String column) throws SQLException {
        return optional(row, column, OffsetDateTime.class).map(OffsetDateTime::toInstant);
    }

    private static <T> Optional<T> optional(ResultSet row, String column, Class<T> type) throws SQLException {
        return Optional.ofNullable(row.getObject(column, type));
    }
}
