package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/** I8: what was seen is written once, chained per task, and sealed per run. */
interface KeepingEvidence {

    Instant AT = GivenEvidence.ERASED_AT.plusSeconds(1);

    GivenEvidence given();

    @Test
    default void I8_each_look_at_a_task_follows_the_one_before() {
        DeletionJob job = given().erased("acme");
        DeletionTask task = given().required(job).get(0);
        EvidenceRow first = Looks.empty(job, task, "look-1", AT);
        EvidenceRow second = Looks.empty(job, task, "look-2", AT.plusSeconds(60));

        given().looked(job, "look-1", AT);
        given().looked(job, "look-2", AT.plusSeconds(60));

        String hashOfFirst = first.hash(EvidenceRow.NOTHING_BEFORE);
        assertThat(chainOf(task))
                .containsExactly(
                        Map.of("previous_hash", EvidenceRow.NOTHING_BEFORE, "row_hash", hashOfFirst),
                        Map.of("previous_hash", hashOfFirst, "row_hash", second.hash(hashOfFirst)));
    }

    @Test
    default void a_run_looks_at_a_task_once() {
        DeletionJob job = given().erased("acme");
        given().looked(job, "look-1", AT);

        assertThatThrownBy(() -> append(Looks.empty(job, given().required(job).get(0), "look-1", AT)))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    default void what_was_seen_is_read_back_oldest_first() {
        DeletionJob job = given().erased("acme");
        DeletionTask task = given().required(job).get(0);
        given().ledger().begin("look-1", "0.1.0");
        given().ledger().begin("look-2", "0.1.0");
        append(Looks.of(job, task, "look-1", Verdict.UNKNOWN, Control.NOT_SEEN, AT));
        append(Looks.of(job, task, "look-2", Verdict.RESIDUE, Control.SEEN, AT.plusSeconds(5)));

        List<Look> looks = given().ledger().looksAt(job.id(), 1);

        assertThat(looks).extracting(Look::verdict).containsExactly(Verdict.UNKNOWN, Verdict.RESIDUE);
        assertThat(looks).extracting(Look::gapCode).containsExactly(Optional.of("UNAVAILABLE"), Optional.of("RESIDUE"));
        assertThat(looks).extracting(Look::storeCode).containsExactly(Optional.of("08006"), Optional.empty());
        assertThat(looks).extracting(Look::control).containsExactly(Control.NOT_SEEN, Control.SEEN);
        assertThat(looks).extracting(Look::remaining).containsExactly(0L, 3L);
        assertThat(looks).extracting(Look::observedAt).containsExactly(AT, AT.plusSeconds(5));
        assertThat(given().ledger().looks(task.id(), 1)).isEqualTo(2);
        assertThat(given().ledger().looks(task.id(), 2)).isZero();
        assertThat(given().ledger().looksAt(job.id(), 2)).isEmpty();
        assertThat(given().ledger().lookedAtBy("look-1")).containsExactly(task.id());
    }

    @Test
    default void beginning_a_run_again_changes_nothing() {
        given().ledger().begin("look-1", "0.1.0");

        given().ledger().begin("look-1", "0.2.0");

        assertThat(given().control()
                        .client(Role.VERIFIER)
                        .sql("SELECT software_version FROM expunge.verification_run")
                        .query(String.class)
                        .list())
                .containsExactly("0.1.0");
    }

    @Test
    default void a_store_is_searched_for_drift_once_per_run_and_catalog() {
        given().ledger().begin("look-1", "0.1.0");
        DriftCheck first = drift("main", DriftCheck.Outcome.DRIFT, "public.orders has tenant_id");

        given().ledger().append(first);
        given().ledger().append(drift("main", DriftCheck.Outcome.CLEAN, ""));
        given().ledger().append(drift("cache", DriftCheck.Outcome.UNKNOWN, ""));

        assertThat(given().ledger().driftChecks("look-1"))
                .containsExactly(first, drift("cache", DriftCheck.Outcome.UNKNOWN, ""));
    }

    @Test
    default void I8_seals_follow_one_another() {
        DeletionJob job = given().erased("acme");
        given().looked(job, "look-1", AT);
        given().looked(job, "look-2", AT.plusSeconds(60));

        Seal first = given().ledger().seal("look-1");
        Seal second = given().ledger().seal("look-2");

        assertThat(first.chainPosition()).isEqualTo(1);
        assertThat(first.previousSealHash()).isEqualTo(Seal.NOTHING_BEFORE);
        assertThat(second.chainPosition()).isEqualTo(2);
        assertThat(second.previousSealHash()).isEqualTo(first.hash());
        assertThat(given().ledger().lastSeal()).contains(second);
    }

    @Test
    default void I8_a_seal_covers_looks_drift_checks_and_receipts() {
        DeletionJob job = given().erased("acme");
        given().looked(job, "look-1", AT);

        Seal seal = given().ledger().seal("look-1");

        assertThat(seal.leafCount()).isEqualTo(2 + 2 + 2);
    }

    @Test
    default void a_run_that_saw_nothing_is_sealed_too() {
        given().ledger().begin("look-1", "0.1.0");

        Seal seal = given().ledger().seal("look-1");

        assertThat(seal.leafCount()).isZero();
        assertThat(given().ledger().isSealed("look-1")).isTrue();
    }

    @Test
    default void sealing_again_answers_the_seal_that_is_there() {
        given().looked(given().erased("acme"), "look-1", AT);
        Seal seal = given().ledger().seal("look-1");

        assertThat(given().ledger().seal("look-1")).isEqualTo(seal);
        assertThat(given().ledger().lastSeal()).contains(seal);
    }

    @Test
    default void I8_a_sealed_run_takes_no_more_evidence() {
        DeletionJob job = given().erased("acme");
        DeletionJob other = given().erased("hooli");
        given().looked(job, "look-1", AT);
        given().ledger().seal("look-1");

        assertThatThrownBy(
                        () -> append(Looks.empty(other, given().required(other).get(0), "look-1", AT)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sealed");
    }

    private void append(EvidenceRow row) {
        given().verifier().transactionally(() -> given().ledger().append(row));
    }

    private static DriftCheck drift(String store, DriftCheck.Outcome outcome, String findings) {
        return new DriftCheck("look-1", "sha256:catalog", store, outcome, Optional.empty(), findings, AT);
    }

    private List<Map<String, Object>> chainOf(DeletionTask task) {
        return given().control()
                .client(Role.VERIFIER)
                .sql("SELECT previous_hash, row_hash FROM expunge.evidence WHERE task_id = :task ORDER BY id")
                .param("task", task.id())
                .query()
                .listOfRows();
    }
}
