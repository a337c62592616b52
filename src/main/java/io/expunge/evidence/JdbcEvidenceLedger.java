package io.expunge.evidence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The evidence in the control database. */
public final class JdbcEvidenceLedger implements EvidenceLedger {

    private static final int TRIES_TO_CHAIN = 20;

    private static final String BEGIN = """
            INSERT INTO expunge.verification_run (run_id, software_version, started_at)
            VALUES (:run, :version, :now)
            ON CONFLICT DO NOTHING
            """;

    private static final String FINISH = """
            UPDATE expunge.verification_run
            SET finished_at = :now
            WHERE run_id = :run
            """;

    private static final String LAST_HASH = """
            SELECT row_hash
            FROM expunge.evidence
            WHERE task_id = :task
            ORDER BY id DESC
            FETCH FIRST 1 ROW ONLY
            """;

    private static final String LOOKS = """
            SELECT id, run_id, task_id, round, verdict, gap_code, store_code, residue, ungenerated, control, observed_at
            FROM expunge.evidence
            WHERE job_id = :job
              AND round = :round
            ORDER BY id
            """;

    private static final String APPEND_DRIFT = """
            INSERT INTO expunge.drift_check (run_id, catalog_hash, store, outcome, code, findings, checked_at, row_hash)
            VALUES (:run, :catalog, :store, :outcome, :code, :findings, :at, :hash)
            ON CONFLICT DO NOTHING
            """;

    private static final String DRIFT = """
            SELECT id, run_id, catalog_hash, store, outcome, code, findings, checked_at, row_hash
            FROM expunge.drift_check
            WHERE run_id = :run
            ORDER BY id
            """;

    /** The gate reads the receipts of the tasks that were looked at, in the round in which they were. */
    private static final String RECEIPTS = """
            SELECT receipt.id, receipt.task_id, receipt.job_id, receipt.round, receipt.end_state, receipt.baseline,
                   receipt.erased, receipt.fence, receipt.horizon, receipt.position, receipt.run_id, receipt.lease_token,
                   receipt.recorded_at
            FROM expunge.receipt receipt
            JOIN expunge.evidence evidence ON evidence.task_id = receipt.task_id
                                          AND evidence.round = receipt.round
            WHERE evidence.run_id = :run
            ORDER BY receipt.id
            """;

    /** And the exceptions under which a look let something stay: those that were there when it looked. */
    private static final String EXCEPTIONS = """
            SELECT kept.id, kept.job_id, kept.task_id, kept.kind, kept.dead_letter_id, kept.item_hash, kept.items,
                   kept.reason_code, kept.ticket, kept.approver, kept.approved_at, kept.expires_at
            FROM expunge.policy_exception kept
            JOIN expunge.evidence evidence ON evidence.task_id = kept.task_id
                                          AND evidence.verdict = 'RETAINED'
                                          AND evidence.observed_at >= kept.approved_at
            WHERE evidence.run_id = :run
            ORDER BY kept.id
            """;

    private static final String SEALS = """
            SELECT chain_position, run_id, leaf_count, merkle_root, previous_seal_hash, seal_hash, sealed_at
            FROM expunge.evidence_seal
            """;

    private static final String LAST_SEAL = SEALS + "ORDER BY chain_position DESC FETCH FIRST 1 ROW ONLY";

    private static final String SEAL = """
            INSERT INTO expunge.evidence_seal
                (chain_position, run_id, leaf_count, merkle_root, previous_seal_hash, seal_hash, sealed_at)
            VALUES (:position, :run, :leaves, :root, :previous, :hash, :at)
            """;

    private final JdbcClient control;
    private final TransactionTemplate newTransaction;
    private final Clock clock;

    public JdbcEvidenceLedger(JdbcClient control, TransactionTemplate newTransaction, Clock clock) {
        this.control = control;
        this.newTransaction = newTransaction;
        this.clock = clock;
    }

    @Override
    public void begin(String runId, String softwareVersion) {
        control.sql(BEGIN)
                .param("run", runId)
                .param("version", softwareVersion)
                .param("now", at(clock.instant()))
                .update();
    }

    @Override
    public void append(EvidenceRow row) {
        if (isSealed(row.runId())) {
            throw new IllegalStateException("run " + row.runId() + " is sealed; it takes no more evidence");
        }
        String previous = control.sql(LAST_HASH)
                .param("task", row.taskId())
                .query(String.class)
                .optional()
                .orElse(EvidenceRow.NOTHING_BEFORE);
        EvidenceColumns.insert(control, row, previous);
    }

    @Override
    public Set<String> lookedAtBy(String runId) {
        return control.sql("SELECT task_id FROM expunge.evidence WHERE run_id = :run")
                .param("run", runId)
                .query(String.class)
                .set();
    }

    @Override
    public int looks(String taskId, int round) {
        return control.sql("SELECT COUNT(*) FROM expunge.evidence WHERE task_id = :task AND round = :round")
                .param("task", taskId)
                .param("round", round)
                .query(Integer.class)
                .single();
    }

    @Override
    public List<Look> looksAt(String jobId, int round) {
        return control.sql(LOOKS)
                .param("job", jobId)
                .param("round", round)
                .query((row, index) -> new Look(
                        row.getLong("id"),
                        row.getString("run_id"),
                        row.getString("task_id"),
                        row.getInt("round"),
                        Verdict.valueOf(row.getString("verdict")),
                        Optional.ofNullable(row.getString("gap_code")),
                        Optional.ofNullable(row.getString("store_code")),
                        row.getLong("residue") + row.getLong("ungenerated"),
                        Control.valueOf(row.getString("control")),
                        instant(row, "observed_at")))
                .list();
    }

    @Override
    public void append(DriftCheck check) {
        control.sql(APPEND_DRIFT)
                .param("run", check.runId())
                .param("catalog", check.catalogHash())
                .param("store", check.store())
                .param("outcome", check.outcome().name())
                .param("code", check.code().orElse(null), Types.VARCHAR)
                .param("findings", check.findings())
                .param("at", at(check.checkedAt()))
                .param("hash", check.hash())
                .update();
    }

    @Override
    public List<DriftCheck> driftChecks(String runId) {
        return control.sql(DRIFT)
                .param("run", runId)
                .query((row, index) -> drift(row))
                .list();
    }

    @Override
    public boolean isSealed(String runId) {
        return sealOf(runId).isPresent();
    }

    @Override
    public Optional<Seal> lastSeal() {
        return control.sql(LAST_SEAL).query(JdbcEvidenceLedger::seal).optional();
    }

    private Optional<Seal> sealOf(String runId) {
        return control.sql(SEALS + "WHERE run_id = :run")
                .param("run", runId)
                .query(JdbcEvidenceLedger::seal)
                .optional();
    }

    @Override
    public Seal seal(String runId) {
        DuplicateKeyException lost = new DuplicateKeyException("never tried");
        for (int attempt = 0; attempt < TRIES_TO_CHAIN; attempt++) {
            try {
                Seal seal = newTransaction.execute(status -> sealOf(runId).orElseGet(() -> chain(runId)));
                return java.util.Objects.requireNonNull(seal);
            } catch (DuplicateKeyException anotherRunTookThePlace) {
                lost = anotherRunTookThePlace;
            }
        }
        throw lost;
    }

    private Seal chain(String runId) {
        List<String> leaves = new ArrayList<>();
        EvidenceColumns.hashesOf(control, runId).forEach(leaves::add);
        control.sql(DRIFT).param("run", runId).query(row -> {
            leaves.add(checked("drift_check", row, drift(row).hash()));
        });
        control.sql(RECEIPTS).param("run", runId).query(row -> {
            leaves.add(receiptHash(row));
        });
        control.sql(EXCEPTIONS).param("run", runId).query(row -> {
            leaves.add(exceptionHash(row));
        });
        Optional<Seal> last =
                control.sql(LAST_SEAL).query(JdbcEvidenceLedger::untouchedSeal).optional();
        Seal seal = new Seal(
                last.map(Seal::chainPosition).orElse(0L) + 1,
                runId,
                leaves.size(),
                MerkleTree.root(leaves),
                last.map(Seal::hash).orElse(Seal.NOTHING_BEFORE),
                clock.instant());
        control.sql(SEAL)
                .param("position", seal.chainPosition())
                .param("run", runId)
                .param("leaves", seal.leafCount())
                .param("root", seal.merkleRoot())
                .param("previous", seal.previousSealHash())
                .param("hash", seal.hash())
                .param("at", at(seal.sealedAt()))
                .update();
        control.sql(FINISH)
                .param("run", runId)
                .param("now", at(seal.sealedAt()))
                .update();
        return seal;
    }

    static String checked(String table, ResultSet row, String hash) throws SQLException {
        if (!hash.equals(row.getString("row_hash"))) {
            throw new EvidenceTampered(table, row.getLong("id"));
        }
        return hash;
    }

    private static String receiptHash(ResultSet row) throws SQLException {
        return new Digest("receipt 1")
                .field(row.getString("task_id"))
                .field(row.getString("job_id"))
                .field(row.getInt("round"))
                .field(row.getString("end_state"))
                .field(row.getObject("baseline"))
                .field(row.getLong("erased"))
                .field(row.getString("fence"))
                .field(row.getString("horizon"))
                .field(row.getString("position"))
                .field(row.getString("run_id"))
                .field(row.getLong("lease_token"))
                .field(instant(row, "recorded_at"))
                .hex();
    }

    private static String exceptionHash(ResultSet row) throws SQLException {
        return new Digest("exception 1")
                .field(row.getString("job_id"))
                .field(row.getString("task_id"))
                .field(row.getString("kind"))
                .field(row.getLong("dead_letter_id"))
                .field(row.getString("item_hash"))
                .field(row.getLong("items"))
                .field(row.getString("reason_code"))
                .field(row.getString("ticket"))
                .field(row.getString("approver"))
                .field(instant(row, "approved_at"))
                .field(instant(row, "expires_at"))
                .hex();
    }

    private static DriftCheck drift(ResultSet row) throws SQLException {
        return new DriftCheck(
                row.getString("run_id"),
                row.getString("catalog_hash"),
                row.getString("store"),
                DriftCheck.Outcome.valueOf(row.getString("outcome")),
                Optional.ofNullable(row.getString("code")),
                row.getString("findings"),
                instant(row, "checked_at"));
    }

    private static Seal seal(ResultSet row, int index) throws SQLException {
        return new Seal(
                row.getLong("chain_position"),
                row.getString("run_id"),
                row.getLong("leaf_count"),
                row.getString("merkle_root"),
                row.getString("previous_seal_hash"),
                instant(row, "sealed_at"));
    }

    /** Chaining to a seal that was bent would hide it. */
    private static Seal untouchedSeal(ResultSet row, int index) throws SQLException {
        Seal seal = seal(row, index);
        if (!seal.hash().equals(row.getString("seal_hash"))) {
            throw new EvidenceTampered("evidence_seal", seal.chainPosition());
        }
        return seal;
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
