package io.expunge.evidence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes {@code evidence} rows, and reads them back to hash them again. */
final class EvidenceColumns {

    private static final String APPEND = """
            INSERT INTO expunge.evidence
                (run_id, job_id, reference_key, tenant_ref, generation, task_id, resource_id, location, round, look, verdict,
                 gap_code, store_code, residue, ungenerated, later, baseline, control, probe, credentials, fence,
                 erased_position, probe_position, plan_hash, policy_version, catalog_hash, software_version, requested_at,
                 observed_at, previous_hash, row_hash)
            VALUES (:run, :job, :key, :reference, :generation, :task, :resource, :location, :round, :look, :verdict,
                    :gap, :storeCode, :residue, :ungenerated, :later, :baseline, :control, :probe, :credentials, :fence,
                    :erasedPosition, :probePosition, :plan, :policy, :catalog, :software, :requestedAt,
                    :observedAt, :previous, :hash)
            """;

    private static final String OF_RUN = """
            SELECT id, run_id, job_id, reference_key, tenant_ref, generation, task_id, resource_id, location, round, look,
                   verdict, gap_code, store_code, residue, ungenerated, later, baseline, control, probe, credentials, fence,
                   erased_position, probe_position, plan_hash, policy_version, catalog_hash, software_version, requested_at,
                   observed_at, previous_hash, row_hash
            FROM expunge.evidence
            WHERE run_id = :run
            ORDER BY id
            """;

    private EvidenceColumns() {}

    static void insert(JdbcClient control, EvidenceRow row, String previous) {
        control.sql(APPEND)
                .param("run", row.runId())
                .param("job", row.jobId())
                .param("key", row.referenceKey())
                .param("reference", row.tenantRef())
                .param("generation", row.generation())
                .param("task", row.taskId())
                .param("resource", row.resourceId())
                .param("location", row.location())
                .param("round", row.round())
                .param("look", row.look())
                .param("verdict", row.verdict().name())
                .param("gap", row.gapCode().orElse(null), Types.VARCHAR)
                .param("storeCode", row.storeCode().orElse(null), Types.VARCHAR)
                .param("residue", row.residue().orElse(null), Types.BIGINT)
                .param("ungenerated", row.ungenerated().orElse(null), Types.BIGINT)
                .param("later", row.later().orElse(null), Types.BIGINT)
                .param("baseline", row.baseline().orElse(null), Types.BIGINT)
                .param("control", row.control().name())
                .param("probe", row.probe())
                .param("credentials", row.credentials())
                .param("fence", row.fence())
                .param("erasedPosition", row.erasedPosition())
                .param("probePosition", row.probePosition())
                .param("plan", row.planHash())
                .param("policy", row.policyVersion())
                .param("catalog", row.catalogHash())
                .param("software", row.softwareVersion())
                .param("requestedAt", JdbcEvidenceLedger.at(row.requestedAt()))
                .param("observedAt", JdbcEvidenceLedger.at(row.observedAt()))
                .param("previous", previous)
                .param("hash", row.hash(previous))
                .update();
    }

    /**
     * The hashes of a run's rows, each computed from the row as it now stands.
     *
     * @throws EvidenceTampered if one isn't the hash under which its row was written
     */
    static List<String> hashesOf(JdbcClient control, String runId) {
        List<String> hashes = new ArrayList<>();
        control.sql(OF_RUN).param("run", runId).query(row -> {
            hashes.add(JdbcEvidenceLedger.checked("evidence", row, read(row).hash(row.getString("previous_hash"))));
        });
        return hashes;
    }

    private static EvidenceRow read(ResultSet row) throws SQLException {
        return new EvidenceRow(
                row.getString("run_id"),
                row.getString("job_id"),
                row.getString("reference_key"),
                row.getString("tenant_ref"),
                row.getInt("generation"),
                row.getString("task_id"),
                row.getString("resource_id"),
                row.getString("location"),
                row.getInt("round"),
                row.getInt("look"),
                Verdict.valueOf(row.getString("verdict")),
                Optional.ofNullable(row.getString("gap_code")),
                Optional.ofNullable(row.getString("store_code")),
                Optional.ofNullable(row.getObject("residue", Long.class)),
                Optional.ofNullable(row.getObject("ungenerated", Long.class)),
                Optional.ofNullable(row.getObject("later", Long.class)),
                Optional.ofNullable(row.getObject("baseline", Long.class)),
                Control.valueOf(row.getString("control")),
                row.getString("probe"),
                row.getString("credentials"),
                row.getString("fence"),
                row.getString("erased_position"),
                row.getString("probe_position"),
                row.getString("plan_hash"),
                row.getString("policy_version"),
                row.getString("catalog_hash"),
                row.getString("software_version"),
                JdbcEvidenceLedger.instant(row, "requested_at"),
                JdbcEvidenceLedger.instant(row, "observed_at"));
    }
}
