package io.expunge.report;

import io.expunge.deletion.DeletionJobId;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the views for people. */
public final class JdbcReports implements Reports {

    private static final String WHERE_JOBS_STAND = """
            SELECT job_id, reference_key, tenant_ref, generation, state, block_reason, generation_met, stage, round, state_since,
                   reason_code, ticket, requested_by, requested_at, not_before, next_retry_at, next_look_at, target_at,
                   expected_at, last_error_store, last_error_class, last_error_code, run_id, lease_until, verified_at,
                   catalog_hash, tasks, tasks_ended, items_erased
            FROM expunge.job_status
            """;

    private static final String OPEN_FIRST = """
            ORDER BY CASE WHEN state IN ('VERIFIED', 'CANCELLED', 'FAILED') THEN 1 ELSE 0 END,
                     CASE WHEN state IN ('VERIFIED', 'CANCELLED', 'FAILED') THEN NULL ELSE requested_at END,
                     state_since DESC,
                     job_id
            FETCH FIRST :limit ROWS ONLY
            """;

    private static final String HOW_FAR_ARE_ITS_TASKS = """
            SELECT task_id, resource_id, location, store, wave, fence, required, state, block_reason, round, baseline, erased,
                   slices, retries, throttled, failures, last_error_class, last_error_code, started_at, last_progress_at,
                   finished_at
            FROM expunge.task_progress
            WHERE job_id = :job
            ORDER BY position_in_plan, task_id
            """;

    private static final String WHAT_IS_MISSING = """
            SELECT gap.task_id, gap.resource_id, gap.location, gap.gap, gap.gap_code, gap.residue, gap.ungenerated,
                   gap.last_observed_at
            FROM expunge.evidence_gap gap
            JOIN expunge.task_progress task ON task.task_id = gap.task_id
            WHERE gap.job_id = :job
            ORDER BY task.position_in_plan, gap.task_id
            """;

    private static final String WHAT_WAS_SEEN = """
            SELECT evidence_id, run_id, task_id, resource_id, location, round, look, verdict, gap_code, store_code, residue,
                   ungenerated, later, baseline, control, probe, credentials, fence, erased_position, probe_position,
                   plan_hash, policy_version, catalog_hash, software_version, requested_at, observed_at, row_hash,
                   chain_position, merkle_root, seal_hash, sealed_at
            FROM expunge.evidence_record
            WHERE job_id = :job
            ORDER BY evidence_id
            """;

    private static final String WHAT_DOES_THE_GATE_MISS = """
            SELECT store, resource_id, location, missing
            FROM expunge.verification_gap
            WHERE job_id = :job
            ORDER BY place
            """;

    private static final String WHEN_DOES_IT_GO_ON = """
            SELECT waits, unknown_looks, waiting_since, second_look_millis, held, paused_store
            FROM expunge.job_outlook
            WHERE job_id = :job
            """;

    private static final String WHAT_IS_UNCATALOGUED = """
            SELECT store, outcome, code, findings, checked_at
            FROM expunge.drift_latest
            WHERE catalog_hash = :catalog
            ORDER BY store
            """;

    private static final String WHICH_STORES_ARE_OUT = """
            SELECT store, since, last_error_class, last_error_code, failed_probes, next_probe_at, jobs_parked, tasks_parked
            FROM expunge.store_outage
            ORDER BY store, since
            """;

    private static final String WHAT_MAY_STAY = """
            SELECT exception_id, job_id, task_id, resource_id, location, dead_letter_id, item_hash, items, reason_code, ticket,
                   approver, approved_at, expires_at, standing
            FROM expunge.exception_record
            WHERE standing = 'IN_FORCE' OR :all
            ORDER BY expires_at, exception_id
            """;

    private final JdbcClient control;

    public JdbcReports(JdbcClient control) {
        this.control = control;
    }

    @Override
    public List<JobOverview> jobs(int limit) {
        return control.sql(WHERE_JOBS_STAND + OPEN_FIRST)
                .param("limit", limit)
                .query(Rows::job)
                .list();
    }

    @Override
    public long countJobs() {
        return control.sql("SELECT COUNT(*) FROM expunge.job_status")
                .query(Long.class)
                .single();
    }

    @Override
    public List<StoreOutage> outages() {
        return control.sql(WHICH_STORES_ARE_OUT).query(Rows::outage).list();
    }

    @Override
    public Optional<JobOverview> job(DeletionJobId id) {
        return control.sql(WHERE_JOBS_STAND + "WHERE job_id = :job")
                .param("job", id.value())
                .query(Rows::job)
                .optional();
    }

    @Override
    public List<TaskProgress> tasks(DeletionJobId id) {
        return control.sql(HOW_FAR_ARE_ITS_TASKS)
                .param("job", id.value())
                .query(Rows::task)
                .list();
    }

    @Override
    public List<EvidenceGap> gaps(DeletionJobId id) {
        return control.sql(WHAT_IS_MISSING)
                .param("job", id.value())
                .query(Rows::gap)
                .list();
    }

    @Override
    public List<EvidenceRecord> evidence(DeletionJobId id) {
        return control.sql(WHAT_WAS_SEEN)
                .param("job", id.value())
                .query(Rows::evidence)
                .list();
    }

    @Override
    public List<GateGap> missing(DeletionJobId id) {
        return control.sql(WHAT_DOES_THE_GATE_MISS)
                .param("job", id.value())
                .query(Rows::gateGap)
                .list();
    }

    @Override
    public List<ExceptionRecord> exceptions(boolean all) {
        return control.sql(WHAT_MAY_STAY)
                .param("all", all)
                .query(Rows::exception)
                .list();
    }

    @Override
    public Optional<CaseFile> caseFile(DeletionJobId id) {
        return job(id).map(job -> new CaseFile(job, missing(id), evidence(id), outlook(id), drift(job.catalogHash())));
    }

    private Outlook outlook(DeletionJobId id) {
        return control.sql(WHEN_DOES_IT_GO_ON)
                .param("job", id.value())
                .query(Rows::outlook)
                .single();
    }

    private List<DriftSearch> drift(String catalogHash) {
        return control.sql(WHAT_IS_UNCATALOGUED)
                .param("catalog", catalogHash)
                .query(Rows::driftSearch)
                .list();
    }
}
