package io.expunge.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.store.StoreException.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What processes know together of the stores (I9). */
interface SharingOutages {

    Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    Instant SOON = NOW.plusSeconds(15);
    Unavailable GONE = new Unavailable("cache", "CONNECT");

    ControlDatabase control();

    @Test
    default void a_store_is_found_out_once_and_everybody_knows() {
        assertThat(opened("one", "here")).isTrue();
        assertThat(opened("other", "here")).isFalse();

        assertThat(seen("other")).satisfies(outage -> {
            assertThat(outage.store()).isEqualTo("cache");
            assertThat(outage.endpoint()).isEqualTo("here");
            assertThat(outage.since()).isEqualTo(NOW);
            assertThat(outage.nextProbeAt()).isEqualTo(SOON);
            assertThat(outage.failedProbes()).isZero();
        });
        assertThat(health("other").outages(Set.of("main"))).isEmpty();
    }

    @Test
    default void of_two_that_would_ask_one_does() {
        opened("one", "here");
        Outage seenByBoth = seen("one");

        assertThat(taken("one", seenByBoth)).isTrue();
        assertThat(taken("other", seenByBoth)).isFalse();
    }

    @Test
    default void who_has_not_the_right_to_ask_says_nothing() {
        opened("one", "here");
        Outage outage = seen("one");
        taken("one", outage);

        inTransaction(() -> health("other").stillOut(outage, GONE, NOW, NOW.plusSeconds(60)));
        assertThat(seen("one").failedProbes()).isZero();

        inTransaction(() -> health("one").stillOut(outage, GONE, NOW, NOW.plusSeconds(30)));
        assertThat(seen("one").failedProbes()).isEqualTo(1);
        assertThat(seen("one").nextProbeAt()).isEqualTo(NOW.plusSeconds(30));
        assertThat(seen("one").since()).isEqualTo(NOW);
    }

    @Test
    default void a_store_that_answers_is_out_nowhere_and_can_be_out_again() {
        opened("one", "here");
        opened("one", "elsewhere");

        int closed = inTransaction(() -> health("other").close("cache", SOON));

        assertThat(closed).isEqualTo(2);
        assertThat(health("one").outages()).isEmpty();
        assertThat(control()
                        .client(Role.COMPLIANCE)
                        .sql("SELECT COUNT(*) FROM expunge.store_outage")
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(opened("one", "here")).isTrue();
        assertThat(control()
                        .client(Role.COMPLIANCE)
                        .sql("SELECT store, last_error_code, jobs_parked FROM expunge.store_outage")
                        .query((row, index) -> row.getString(1) + " " + row.getString(2) + " " + row.getLong(3))
                        .list())
                .containsExactly("cache CONNECT 0");
    }

    private boolean opened(String process, String endpoint) {
        return inTransaction(() -> health(process).open("cache", endpoint, GONE, NOW, SOON));
    }

    private boolean taken(String process, Outage outage) {
        return inTransaction(() -> health(process).takeProbe(outage, SOON, SOON.plus(Duration.ofMinutes(5))));
    }

    private Outage seen(String process) {
        return health(process).outages(Set.of("cache")).get(0);
    }

    private StoreHealth health(String process) {
        return new JdbcStoreHealth(control().client(Role.ERASER), process);
    }

    private <T> T inTransaction(Supplier<T> work) {
        return Objects.requireNonNull(control().transaction(Role.ERASER).execute(status -> work.get()));
    }

    private void inTransaction(Runnable work) {
        control().transaction(Role.ERASER).executeWithoutResult(status -> work.run());
    }
}
