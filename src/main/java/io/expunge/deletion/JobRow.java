package io.expunge.deletion;

import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.RowMapper;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code deletion_job} rows. */
final class JobRow implements RowMapper<DeletionJob> {

    static final String COLUMNS = """
            id, reference_key, tenant_ref, tenant_id, generation, attributes, catalog_hash, state, block_reason, state_version, round,
            waits, unknown_looks, lease_token, run_id, frozen_at, plan_hash, requested_at, target_at, next_look_at
            """;

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<Map<String, String>> ATTRIBUTES = new TypeReference<>() {};

    @Override
    public DeletionJob mapRow(ResultSet row, int index) throws SQLException {
        return new DeletionJob(
                row.getString("id"),
                new TenantReference(row.getString("reference_key"), row.getString("tenant_ref")),
                Optional.ofNullable(row.getString("tenant_id")).map(TenantId::new),
                row.getInt("generation"),
                Optional.ofNullable(row.getString("attributes"))
                        .map(JobRow::read)
                        .orElse(Map.of()),
                row.getString("catalog_hash"),
                JobState.valueOf(row.getString("state")),
                Optional.ofNullable(row.getString("block_reason")).map(BlockReason::valueOf),
                row.getLong("state_version"),
                row.getInt("round"),
                row.getInt("waits"),
                row.getInt("unknown_looks"),
                row.getLong("lease_token"),
                Optional.ofNullable(row.getString("run_id")),
                instant(row, "frozen_at"),
                Optional.ofNullable(row.getString("plan_hash")),
                instant(row, "requested_at").orElseThrow(),
                instant(row, "target_at").orElseThrow(),
                instant(row, "next_look_at"));
    }

    static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    static String write(Map<String, String> attributes) {
        return JSON.writeValueAsString(new java.util.TreeMap<>(attributes));
    }

    private static Map<String, String> read(String attributes) {
        return JSON.readValue(attributes, ATTRIBUTES);
    }
}
