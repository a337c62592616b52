package io.expunge.deletion;

import io.expunge.tenant.TenantReference;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Deletion jobs in the control database. Leases are measured by the database's clock, so that hosts whose clocks differ
 * agree on them; schedules by the clock that is handed in.
 */
public final class JdbcDeletionJobs implements DeletionJobs {

    private static final String FIND_KNOWN = """
            SELECT id, state, state_since
            FROM expunge.deletion_job
            WHERE tenant_ref IN (:references)
              AND generation = :generation
            """;

    private static final String INSERT = """
            INSERT INTO expunge.deletion_job
                (id, reference_key, tenant_ref, tenant_id, generation, catalog_hash, state, block_reason, stage, state_since,
                 reason_code, ticket, requested_by, requested_at, not_before, target_at)
            VALUES (:id, :key, :reference, :tenant, :generation, :catalog, :state, :reason, 'REQUESTED', :now,
                    :reasonCode, :ticket, :requestedBy, :requestedAt, :notBefore, :targetAt)
            ON CONFLICT DO NOTHING
            """;

    /** Asked again is what was asked later than the ask that was seen; both times are the application database's. */
    private static final String ASKED_SINCE = """
              AND COALESCE(last_asked_at, requested_at) < :askedAt
            """;

    private static final String ACCEPT_AGAIN = """
            UPDATE expunge.deletion_job
            SET state = 'ACCEPTED',
                state_version = state_version + 1,
                state_since = :now,
                not_before = :notBefore,
                last_asked_at = :askedAt
            WHERE id = :id
              AND state = 'CANCELLED'
            """ + ASKED_SINCE;

    /** So that an ask from before a cancelling is known for what it is. */
    private static final String NOTE_ASK = """
            UPDATE expunge.deletion_job
            SET last_asked_at = :askedAt
            WHERE id = :id
              AND state = 'ACCEPTED'
            """ + ASKED_SINCE;

    private static final String MOVE = """
            UPDATE expunge.deletion_job
            SET state = :state,
                block_reason = :reason,
                generation_met = COALESCE(:generationMet, generation_met),
                stage = :stage,
                state_version = state_version + 1,
                state_since = CASE WHEN state = :state THEN state_since ELSE :now END,
                round = :round,
                waits = :waits,
                unknown_looks = :unknownLooks,
                next_retry_at = :nextRetryAt,
                next_look_at = :nextLookAt,
                expected_at = COALESCE(:expectedAt, expected_at),
                last_error_store = :errorStore,
                last_error_class = :errorClass,
                last_error_code = :errorCode,
                verified_at = CASE WHEN :state = 'VERIFIED' THEN :now ELSE verified_at END,
                lease_owner = NULL,
                lease_until = NULL
            WHERE id = :id
              AND state = :expectedState
              AND state_version = :expectedVersion
              AND lease_token = :token
              AND lease_owner = :owner
            """;

    private static final String NOTE = """
            UPDATE expunge.deletion_job
            SET stage = :stage,
                state_version = state_version + 1,
                frozen_at = COALESCE(:frozenAt, frozen_at),
                attributes = COALESCE(:attributes, attributes),
                plan_hash = COALESCE(:planHash, plan_hash)
            WHERE id = :id
              AND state = :expectedState
              AND state_version = :expectedVersion
              AND lease_token = :token
              AND lease_owner = :owner
            """;

    private static final String HOLD = """
            SELECT state
            FROM expunge.deletion_job
            WHERE id = :id
              AND lease_token = :token
              AND lease_owner = :owner
            FOR UPDATE
            """;

    private static final String STILL_OURS = """
            SELECT id, lease_token
            FROM expunge.deletion_job
            WHERE id IN (:ids)
              AND lease_owner = :owner
              AND lease_until > CURRENT_TIMESTAMP
            """;

    private static final String OVERDUE = """
            UPDATE expunge.deletion_job
            SET state = 'BLOCKED',
                block_reason = 'OVERDUE',
                stage = 'OVERDUE',
                state_version = state_version + 1,
                state_since = :now
            WHERE id = :id
              AND state = 'VERIFIED'
              AND state_version = :expectedVersion
            """;

    private final JdbcClient control;
    private final DueJobs due;
    private final CatalogsOfJobs catalogs;
    private final ActsOnJobs acts;

    public JdbcDeletionJobs(JdbcClient control) {
        this.control = control;
        this.due = new DueJobs(control);
        this.catalogs = new CatalogsOfJobs(control);
        this.acts = new ActsOnJobs(control);
    }

    @Override
    public String receive(NewDeletionJob job) {
        DeletionRequest request = job.request();
        Optional<String> known = knownJob(job);
        if (known.isEmpty()) {
            Optional<BlockReason> blocked = job.blockedFromTheStart();
            int inserted = control.sql(INSERT)
                    .param("id", request.id())
                    .param("key", job.reference().keyName())
                    .param("reference", job.reference().value())
                    .param("tenant", request.tenant().value())
                    .param("generation", request.generation())
                    .param("catalog", job.catalogHash())
                    .param("state", blocked.isPresent() ? JobState.BLOCKED.name() : JobState.ACCEPTED.name())
                    .param("reason", blocked.map(Enum::name).orElse(null))
                    .param("now", at(job.now()))
                    .param("reasonCode", request.reasonCode())
                    .param("ticket", request.ticket().orElse(null))
                    .param("requestedBy", request.requestedBy())
                    .param("requestedAt", at(request.requestedAt()))
                    .param("notBefore", at(job.notBefore()))
                    .param("targetAt", at(job.targetAt()))
                    .update();
            if (inserted == 1) {
                return request.id();
            }
            known = knownJob(job);
        }
        String id = known.orElseThrow(() -> new IllegalStateException("neither inserted nor found: " + request.id()));
        if (job.blockedFromTheStart().isEmpty()) {
            acceptAgain(id, job);
        }
        return id;
    }

    private void acceptAgain(String id, NewDeletionJob job) {
        OffsetDateTime asked = at(job.request().lastRequestedAt());
        int accepted = control.sql(ACCEPT_AGAIN)
                .param("id", id)
                .param("now", at(job.now()))
                .param("notBefore", at(job.notBefore()))
                .param("askedAt", asked)
                .update();
        if (accepted == 0) {
            control.sql(NOTE_ASK).param("id", id).param("askedAt", asked).update();
        }
    }

    private Optional<String> knownJob(NewDeletionJob job) {
        return control.sql(FIND_KNOWN)
                .param(
                        "references",
                        job.knownAs().stream().map(TenantReference::value).toList())
                .param("generation", job.request().generation())
                .query((row, index) -> row.getString("id"))
                .optional();
    }

    @Override
    public Optional<DeletionJob> find(String id) {
        return find(List.of(id)).stream().findFirst();
    }

    @Override
    public List<DeletionJob> find(Collection<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        return control.sql("SELECT " + JobRow.COLUMNS + " FROM expunge.deletion_job WHERE id IN (:ids) ORDER BY id")
                .param("ids", ids)
                .query(new JobRow())
                .list();
    }

    @Override
    public List<DeletionJob> claimForErasure(Claim claim) {
        return find(due.takeForErasure(claim));
    }

    @Override
    public long countDueForErasure(Claim claim) {
        return due.countForErasure(claim);
    }

    @Override
    public List<DeletionJob> claimForLook(Claim claim) {
        return find(due.takeForLook(claim));
    }

    @Override
    public long countDueForLook(Claim claim) {
        return due.countForLook(claim);
    }

    @Override
    public List<DeletionJob> takeBack(Collection<String> jobIds, JobState expected, Claim claim) {
        return find(due.takeBack(jobIds, expected, claim));
    }

    @Override
    public List<DeletionJob> ofRun(String runId) {
        return control.sql("SELECT " + JobRow.COLUMNS + " FROM expunge.deletion_job WHERE run_id = :run ORDER BY id")
                .param("run", runId)
                .query(new JobRow())
                .list();
    }

    @Override
    public Optional<Instant> nextLook(Collection<String> jobIds) {
        String named = jobIds.isEmpty() ? "" : " AND id IN (:ids)";
        return control.sql("SELECT MIN(next_look_at) AS next_look_at FROM expunge.deletion_job"
                        + " WHERE state = 'AWAITING_VERIFICATION'" + named)
                .param("ids", jobIds)
                .query((row, index) -> JobRow.instant(row, "next_look_at"))
                .single();
    }

    @Override
    public DeletionJob move(DeletionJob job, Lease lease, JobMove move, Instant now) {
        if (!job.state().successors().contains(move.to())) {
            throw new IllegalStateException(job + " does not lead to " + move.to());
        }
        changeOne(
                job,
                lease,
                control.sql(MOVE)
                        .param("now", at(now))
                        .param("state", move.to().name())
                        .param("stage", move.stage())
                        .param("reason", move.blocked().map(Enum::name).orElse(null), Types.VARCHAR)
                        .param("generationMet", move.met().orElse(null), Types.INTEGER)
                        .param("round", move.roundAfter(job.round()))
                        .param("waits", move.waitsAfter(job.waits()))
                        .param("unknownLooks", move.unknownLooks())
                        .param("nextRetryAt", atOrNull(move.retryAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("nextLookAt", atOrNull(move.lookAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("expectedAt", atOrNull(move.doneAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("errorStore", move.why().map(ErrorNote::store).orElse(null), Types.VARCHAR)
                        .param(
                                "errorClass",
                                move.why().map(ErrorNote::errorClass).orElse(null),
                                Types.VARCHAR)
                        .param("errorCode", move.why().map(ErrorNote::code).orElse(null), Types.VARCHAR));
        return reread(job);
    }

    @Override
    public DeletionJob frozen(DeletionJob job, Lease lease, Map<String, String> attributes, Instant now) {
        return note(job, lease, "FROZEN", at(job.frozenAt().orElse(now)), JobRow.write(attributes), null);
    }

    @Override
    public DeletionJob sealed(DeletionJob job, Lease lease, String planHash, Instant now) {
        return note(job, lease, "SEALED", null, null, planHash);
    }

    private DeletionJob note(
            DeletionJob job,
            Lease lease,
            String stage,
            @Nullable OffsetDateTime frozenAt,
            @Nullable String attributes,
            @Nullable String planHash) {
        changeOne(
                job,
                lease,
                control.sql(NOTE)
                        .param("stage", stage)
                        .param("frozenAt", frozenAt, Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("attributes", attributes, Types.VARCHAR)
                        .param("planHash", planHash, Types.VARCHAR));
        return reread(job);
    }

    private void changeOne(DeletionJob job, Lease lease, JdbcClient.StatementSpec statement) {
        int changed = statement
                .param("id", job.id())
                .param("expectedState", job.state().name())
                .param("expectedVersion", job.version())
                .param("token", lease.token())
                .param("owner", lease.owner())
                .update();
        if (changed != 1) {
            hold(lease, job.state());
            throw new UnexpectedState(job, reread(job).toString());
        }
    }

    private DeletionJob reread(DeletionJob job) {
        return find(job.id()).orElseThrow(() -> new UnexpectedState(job, "no such job"));
    }

    @Override
    public void hold(Lease lease, JobState expected) {
        Optional<String> state = control.sql(HOLD)
                .param("id", lease.jobId())
                .param("token", lease.token())
                .param("owner", lease.owner())
                .query(String.class)
                .optional();
        if (state.isEmpty() || !state.get().equals(expected.name())) {
            throw new StaleLease(lease);
        }
    }

    @Override
    public void letGo(String owner) {
        control.sql("""
                        UPDATE expunge.deletion_job
                        SET lease_owner = NULL,
                            lease_until = CURRENT_TIMESTAMP - INTERVAL '1' SECOND
                        WHERE lease_owner = :owner
                        """).param("owner", owner).update();
    }

    @Override
    public Set<String> stillOurs(Collection<Lease> leases) {
        Set<String> ours = new HashSet<>();
        if (leases.isEmpty()) {
            return ours;
        }
        Map<String, Long> tokens = new HashMap<>();
        leases.forEach(lease -> tokens.put(lease.jobId(), lease.token()));
        control.sql(STILL_OURS)
                .param("ids", tokens.keySet())
                .param("owner", leases.iterator().next().owner())
                .query(row -> {
                    if (tokens.getOrDefault(row.getString("id"), -1L) == row.getLong("lease_token")) {
                        ours.add(row.getString("id"));
                    }
                });
        return ours;
    }

    @Override
    public boolean resume(DeletionJob job, Instant now) {
        return acts.resume(job, now);
    }

    @Override
    public boolean cancel(DeletionJob job, Optional<Instant> asked, Instant now) {
        return acts.cancel(job, asked, now);
    }

    @Override
    public boolean abandon(DeletionJob job, Instant now) {
        return acts.abandon(job, now);
    }

    @Override
    public boolean isAtWork(DeletionJob job) {
        return acts.isAtWork(job);
    }

    @Override
    public List<String> blocked(Optional<BlockReason> reason, Optional<String> store) {
        return acts.blocked(reason, store);
    }

    @Override
    public List<DeletionJob> ofTenant(Collection<TenantReference> tenant) {
        return acts.ofTenant(tenant);
    }

    @Override
    public List<String> dueAfterPause(Instant now) {
        return acts.dueAfterPause(now);
    }

    @Override
    public boolean replan(DeletionJob job, String catalogHash, Instant now) {
        return catalogs.replan(job, catalogHash, now);
    }

    @Override
    public List<String> openUnderAnotherCatalog(String catalogHash) {
        return catalogs.openUnderAnother(catalogHash);
    }

    @Override
    public boolean overdue(DeletionJob job, Instant now) {
        return control.sql(OVERDUE)
                        .param("id", job.id())
                        .param("expectedVersion", job.version())
                        .param("now", at(now))
                        .update()
                == 1;
    }

    @Override
    public Set<String> storesWaitedFor(Instant now) {
        return control.sql("""
                        SELECT DISTINCT last_error_store
                        FROM expunge.deletion_job
                        WHERE state = 'WAITING_RETRY'
                          AND last_error_class = 'UNAVAILABLE'
                          AND next_retry_at > :now
                          AND last_error_store IS NOT NULL
                        """).param("now", at(now)).query(String.class).set();
    }

    private static @Nullable OffsetDateTime atOrNull(Optional<Instant> instant) {
        return instant.map(JdbcDeletionJobs::at).orElse(null);
    }

    static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
