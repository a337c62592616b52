package io.expunge.deletion;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJobs.Claim;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletion jobs in a control database, brought by the product's own classes to where a test begins. */
public final class GivenJobs {

    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    public static final String CATALOG = "sha256:" + "c".repeat(64);

    private final ControlDatabase control;
    private final Role role;
    private final DeletionJobs jobs;
    private final DeletionTasks tasks;

    public GivenJobs(ControlDatabase control) {
        this(control, Role.ERASER);
    }

    /** @param role whose login the product's classes use */
    public GivenJobs(ControlDatabase control, Role role) {
        this.control = control;
        this.role = role;
        this.jobs = new JdbcDeletionJobs(control.client(role));
        this.tasks = new JdbcDeletionTasks(control.client(role), jobs);
        control.client(Role.OWNER).sql("""
                        INSERT INTO expunge.catalog_snapshot (hash, policy_version, content)
                        VALUES (:hash, 'test', '{}')
                        ON CONFLICT DO NOTHING
                        """).param("hash", CATALOG).update();
    }

    public ControlDatabase control() {
        return control;
    }

    public DeletionJobs jobs() {
        return jobs;
    }

    public DeletionTasks tasks() {
        return tasks;
    }

    public JdbcClient client() {
        return control.client(role);
    }

    /** As a use case of the product would call it. */
    public <T> T transactionally(Supplier<T> work) {
        return Objects.requireNonNull(control.transaction(role).execute(status -> work.get()));
    }

    public void transactionally(Runnable work) {
        control.transaction(role).executeWithoutResult(status -> work.run());
    }

    static TenantReference reference(String key, String tenant) {
        return new TenantReference(key, sha256(key + tenant));
    }

    /** Ids are made of the tenant, the generation and which request of the same it is. */
    static NewDeletionJob request(String tenant, int generation, int attempt, Instant requestedAt) {
        DeletionRequest request = new DeletionRequest(
                "dj_" + sha256(tenant + generation + attempt).substring(0, 32),
                new TenantId(tenant),
                generation,
                "CONTRACT_ENDED",
                Optional.of("T-1"),
                "saas_app",
                requestedAt,
                requestedAt,
                Optional.empty());
        TenantReference reference = reference("key-1", tenant);
        return new NewDeletionJob(
                request,
                reference,
                List.of(reference),
                CATALOG,
                requestedAt,
                requestedAt.plus(Duration.ofDays(30)),
                false,
                requestedAt);
    }

    static NewDeletionJob request(String tenant) {
        return request(tenant, 1, 1, NOW.minus(Duration.ofHours(1)));
    }

    public DeletionJob received(NewDeletionJob job) {
        return find(transactionally(() -> jobs.receive(job)));
    }

    public DeletionJob accepted(String tenant) {
        return received(request(tenant));
    }

    /** Accepted, then taken by this run. */
    public DeletionJob running(String tenant, String runId) {
        DeletionJob job = accepted(tenant);
        return claimed(Claims.of(job, Claims.by(runId))).get(0);
    }

    /** Erased and handed to the verifier. */
    public DeletionJob awaiting(String tenant, String runId, Instant nextLookAt) {
        return moved(running(tenant, runId), new JobMove.AwaitLook(nextLookAt, nextLookAt));
    }

    /** Ran, and is to be tried again. */
    public DeletionJob waiting(String tenant, String runId, Instant nextRetryAt, ErrorNote why) {
        return moved(running(tenant, runId), new JobMove.Wait(nextRetryAt, why));
    }

    public DeletionJob blocked(String tenant, String runId) {
        return moved(running(tenant, runId), new JobMove.Block(BlockReason.HELD, Optional.empty(), Optional.empty()));
    }

    public List<DeletionJob> claimed(Claim claim) {
        return transactionally(() -> jobs.claimForErasure(claim));
    }

    public List<DeletionJob> claimedForLook(Claim claim) {
        return transactionally(() -> jobs.claimForLook(claim));
    }

    public DeletionJob moved(DeletionJob job, JobMove move) {
        return transactionally(() -> jobs.move(job, lease(job), move, NOW));
    }

    /** The lease of whoever took the job last. */
    public Lease lease(DeletionJob job) {
        return job.leaseOf("owner-of-" + job.runId().orElseThrow());
    }

    /** What a dead process can't do: its leases are over at once. */
    void leaseIsOver(DeletionJob job) {
        control.client(Role.OWNER)
                .sql(
                        "UPDATE expunge.deletion_job SET lease_until = CURRENT_TIMESTAMP - INTERVAL '1' SECOND WHERE id = :id")
                .param("id", job.id())
                .update();
    }

    public DeletionJob find(String id) {
        return transactionally(() -> jobs.find(id).orElseThrow());
    }

    DeletionJob again(DeletionJob job) {
        return find(job.id());
    }

    /** Every column of every job, to show that nothing was written. */
    List<?> everyJob() {
        return client().sql("SELECT * FROM expunge.deletion_job ORDER BY id")
                .query()
                .listOfRows();
    }

    /** A column that the product has no reader for. */
    Object column(DeletionJob job, String name) {
        return Objects.requireNonNull(client().sql("SELECT " + name + " FROM expunge.deletion_job WHERE id = :id")
                .param("id", job.id())
                .query()
                .singleValue());
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
