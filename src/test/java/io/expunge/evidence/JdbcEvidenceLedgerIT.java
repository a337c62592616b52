package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.Blocked;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the verifier's login, on PostgreSQL; what a superuser bends, and runs that seal at once. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class JdbcEvidenceLedgerIT implements KeepingEvidence {

    private static final int RUNS = 4;

    private final GivenEvidence given = new GivenEvidence(ControlDatabases.postgres());
    private final ExecutorService threads = Executors.newFixedThreadPool(RUNS);

    @Override
    public GivenEvidence given() {
        return given;
    }

    @AfterEach
    void close() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        given.control().close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verdict = 'RETAINED'",
                "residue = 1",
                "later = NULL",
                "baseline = baseline + 1",
                "observed_at = observed_at - interval '1 microsecond'",
                "tenant_ref = repeat('b', 64)",
                "round = 2",
                "probe = probe || ' '",
                "previous_hash = repeat('1', 64)",
                "row_hash = repeat('1', 64)"
            })
    void I8_a_look_that_was_bent_before_the_seal_is_named(String change) {
        given.looked(given.erased("acme"), "look-1", AT);
        given.control().tamper("UPDATE expunge.evidence SET " + change + " WHERE id = 2");

        assertThatThrownBy(() -> given.ledger().seal("look-1"))
                .isInstanceOf(EvidenceTampered.class)
                .hasMessageContaining("evidence row 2 ");
        assertThat(given.ledger().lastSeal()).isEmpty();
    }

    @Test
    void I8_a_drift_check_that_was_bent_before_the_seal_is_named() {
        given.looked(given.erased("acme"), "look-1", AT);
        given.control().tamper("UPDATE expunge.drift_check SET findings = 'other' WHERE store = 'cache'");

        assertThatThrownBy(() -> given.ledger().seal("look-1"))
                .isInstanceOf(EvidenceTampered.class)
                .hasMessageContaining("drift_check row 2 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merkle_root = repeat('1', 64)",
                "leaf_count = 5",
                "sealed_at = now()",
                "previous_seal_hash = repeat('1', 64)",
                "seal_hash = repeat('1', 64)"
            })
    void I8_nothing_is_chained_to_a_seal_that_was_bent(String change) {
        given.looked(given.erased("acme"), "look-1", AT);
        given.ledger().seal("look-1");
        given.looked(given.erased("hooli"), "look-2", AT);
        given.control().tamper("UPDATE expunge.evidence_seal SET " + change);

        assertThatThrownBy(() -> given.ledger().seal("look-2"))
                .isInstanceOf(EvidenceTampered.class)
                .hasMessageContaining("evidence_seal row 1 ");
    }

    @Test
    void I8_runs_that_seal_at_once_all_find_their_place_in_the_chain() throws Exception {
        CyclicBarrier together = new CyclicBarrier(RUNS);
        List<Callable<Seal>> runs = new ArrayList<>();
        for (int run = 1; run <= RUNS; run++) {
            String runId = "look-" + run;
            DeletionJob job = given.erased("tenant-" + run);
            given.looked(job, runId, AT);
            runs.add(() -> {
                together.await();
                return given.ledger().seal(runId);
            });
        }

        List<Seal> seals = new ArrayList<>();
        for (Future<Seal> run : threads.invokeAll(runs)) {
            seals.add(run.get());
        }

        seals.sort(Comparator.comparing(Seal::chainPosition));
        String previous = Seal.NOTHING_BEFORE;
        for (int position = 1; position <= RUNS; position++) {
            assertThat(seals.get(position - 1).chainPosition()).isEqualTo(position);
            assertThat(seals.get(position - 1).previousSealHash()).isEqualTo(previous);
            previous = seals.get(position - 1).hash();
        }
    }

    @Test
    void I8_a_run_that_finds_its_place_in_the_chain_taken_takes_the_next() {
        given.looked(given.erased("acme"), "look-1", AT);
        given.looked(given.erased("hooli"), "look-2", AT);
        EvidenceLedger inAnOpenTransaction = new JdbcEvidenceLedger(
                given.control().client(Role.VERIFIER),
                given.control().transaction(Role.VERIFIER),
                Clock.fixed(AT, ZoneOffset.UTC));

        Future<Seal> second = given.verifier().transactionally(() -> {
            inAnOpenTransaction.seal("look-1");
            Future<Seal> sealing = threads.submit(() -> given.ledger().seal("look-2"));
            Blocked.awaitOneIn(given.control().unpooled(Role.SUPERUSER));
            return sealing;
        });

        assertThat(second)
                .succeedsWithin(Duration.ofSeconds(10))
                .satisfies(seal -> assertThat(seal.chainPosition()).isEqualTo(2));
    }

    /** The restart of a run and the run that was thought dead. */
    @Test
    void two_that_seal_the_same_run_get_the_same_seal() throws Exception {
        given.looked(given.erased("acme"), "look-1", AT);
        CyclicBarrier together = new CyclicBarrier(2);
        Callable<Seal> seal = () -> {
            together.await();
            return given.ledger().seal("look-1");
        };

        List<Future<Seal>> both = threads.invokeAll(List.of(seal, seal));

        assertThat(both.get(0).get()).isEqualTo(both.get(1).get());
        assertThat(given.control()
                        .client(Role.VERIFIER)
                        .sql("SELECT count(*) FROM expunge.evidence_seal")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }
}
