package io.expunge.faults.spine;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionRequest;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JdbcDeletionTasks;
import io.expunge.deletion.Lease;
import io.expunge.deletion.NewDeletionJob;
import io.expunge.evidence.JdbcEvidenceLedger;
import io.expunge.policy.JdbcOrders;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** The product's repositories over one connection, with one deletion job, and what is done to them from outside. */
final class Spine {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final Duration LEASE = Duration.ofMinutes(5);
    static final TenantReference TENANT = new TenantReference("key-1", "ab".repeat(32));
    static final String JOB = "dj_" + "0".repeat(32);
    private static final String CATALOG = "sha256:" + "c".repeat(64);

    /** What decides how it goes on, whoever runs it. */
    private static final List<String> PICTURE = List.of(
            """
            SELECT state, block_reason, round, CASE WHEN frozen_at IS NULL THEN 'open' ELSE 'frozen' END AS tenant,
                   CASE WHEN plan_hash IS NULL THEN 'unplanned' ELSE 'planned' END AS plan
            FROM expunge.deletion_job
            """,
            "SELECT state, round, CASE WHEN erased > 0 THEN 1 ELSE 0 END AS erased FROM expunge.deletion_task",
            "SELECT round FROM expunge.receipt ORDER BY id",
            """
            SELECT look.verdict, look.round, CASE WHEN seal.run_id IS NULL THEN 'open' ELSE 'sealed' END AS run
            FROM expunge.evidence look
            LEFT JOIN expunge.evidence_seal seal ON seal.run_id = look.run_id
            ORDER BY look.id
            """);

    private static final List<String> LEASE_PICTURE = List.of("""
        SELECT CASE WHEN lease_owner IS NULL THEN 'nobody' ELSE 'somebody' END AS holder,
               CASE WHEN lease_until > CURRENT_TIMESTAMP THEN 'runs' ELSE 'is over' END AS lease
        FROM expunge.deletion_job
        """);

    private static final List<String> EVERY_ROW = List.of(
            "SELECT * FROM expunge.deletion_job",
            "SELECT * FROM expunge.deletion_task",
            "SELECT id FROM expunge.receipt",
            "SELECT id FROM expunge.evidence");

    final JdbcClient control;
    final JdbcDeletionJobs jobs;
    final JdbcDeletionTasks tasks;
    final JdbcOrders orders;
    final JdbcEvidenceLedger evidence;
    final TransactionTemplate transaction;

    Spine(Connection connection, Savepoints savepoints) {
        control = JdbcClient.create(new SingleConnectionDataSource(connection, true));
        jobs = new JdbcDeletionJobs(control);
        tasks = new JdbcDeletionTasks(control, jobs);
        orders = new JdbcOrders(control);
        transaction = new TransactionTemplate(savepoints);
        evidence = new JdbcEvidenceLedger(control, transaction, Clock.fixed(NOW, ZoneOffset.UTC));
        control.sql("INSERT INTO expunge.catalog_snapshot (hash, policy_version, content) VALUES (:hash, 'test', '{}')")
                .param("hash", CATALOG)
                .update();
        submit(JOB);
    }

    /** Asks for the erasure, as if by another request each time; answers the job. */
    String submit(String id) {
        return jobs.receive(new NewDeletionJob(
                new DeletionRequest(
                        id,
                        new TenantId("acme"),
                        1,
                        "CONTRACT_ENDED",
                        Optional.empty(),
                        "app",
                        NOW,
                        NOW,
                        Optional.empty()),
                TENANT,
                List.of(TENANT),
                CATALOG,
                NOW,
                NOW.plus(Duration.ofDays(30)),
                false,
                NOW));
    }

    DeletionJob job() {
        return jobs.find(JOB).orElseThrow();
    }

    Optional<DeletionTask> task() {
        return tasks.ofJob(JOB).stream().findFirst();
    }

    String picture() {
        return read(PICTURE);
    }

    String leasePicture() {
        return read(LEASE_PICTURE);
    }

    /** To show that nothing was written. */
    String everyRow() {
        return read(EVERY_ROW);
    }

    private String read(List<String> queries) {
        StringBuilder all = new StringBuilder();
        for (String query : queries) {
            control.sql(query).query((RowCallbackHandler) row -> {
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    all.append(row.getString(column)).append(' ');
                }
            });
            all.append('|');
        }
        return all.toString();
    }

    long countJobs() {
        return control.sql("SELECT COUNT(*) FROM expunge.deletion_job")
                .query(Long.class)
                .single();
    }

    /** Whether the lease is the current one and not over; not asked as the product asks it. */
    boolean counts(Lease lease) {
        return isCurrent(lease) && isLeaseRunning();
    }

    /** Whether the lease is the current one, over or not. */
    boolean isCurrent(Lease lease) {
        return control.sql("SELECT COUNT(*) FROM expunge.deletion_job WHERE lease_token = :token AND lease_owner"
                                + " = :owner")
                        .param("token", lease.token())
                        .param("owner", lease.owner())
                        .query(Long.class)
                        .single()
                == 1;
    }

    boolean isLeaseRunning() {
        return control.sql("SELECT COUNT(*) FROM expunge.deletion_job"
                                + " WHERE lease_owner IS NOT NULL AND lease_until > CURRENT_TIMESTAMP")
                        .query(Long.class)
                        .single()
                == 1;
    }

    void expireLease() {
        control.sql("UPDATE expunge.deletion_job SET lease_until = CURRENT_TIMESTAMP - INTERVAL '1' SECOND"
                        + " WHERE lease_owner IS NOT NULL")
                .update();
    }

    void recordHold(String action) {
        control.sql("INSERT INTO expunge.legal_hold"
                        + " (reference_key, tenant_ref, action, reason_code, actor, recorded_at)"
                        + " VALUES (:key, :tenant, :action, 'LITIGATION', 'test', :now)")
                .param("key", TENANT.keyName())
                .param("tenant", TENANT.value())
                .param("action", action)
                .param("now", NOW.atOffset(ZoneOffset.UTC))
                .update();
    }
}
