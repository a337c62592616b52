package io.expunge.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PaceTest {

    private static final String STORE = "cache";

    private final AtomicLong time = new AtomicLong();
    private final Pace pace = new Pace(time::get);

    @Test
    void nothing_is_held_back_until_a_store_asks_for_less() {
        for (int slice = 0; slice < 10_000; slice++) {
            pace.await(STORE);
            pace.wentWell(STORE);
        }

        assertThat(pace.limit(STORE)).isEmpty();
    }

    @Test
    void it_goes_on_at_half_of_what_was_too_much_and_the_other_stores_as_they_did() {
        sent(80);

        pace.slowDown(STORE);

        assertThat(pace.limit(STORE)).hasValue(40);
        assertThat(pace.limit("main")).isEmpty();
    }

    @Test
    void of_all_that_meet_it_at_once_one_counts() {
        sent(80);

        for (int worker = 0; worker < 4; worker++) {
            pace.slowDown(STORE);
        }

        assertThat(pace.limit(STORE)).hasValue(40);
    }

    @Test
    void it_halves_again_while_it_is_too_much_and_never_stands_still() {
        sent(80);
        pace.slowDown(STORE);
        pass(Duration.ofSeconds(1));
        sent(30);
        pace.slowDown(STORE);
        assertThat(pace.limit(STORE)).hasValue(20);
        pass(Duration.ofSeconds(1));
        pace.slowDown(STORE);
        assertThat(pace.limit(STORE)).hasValue(10);

        // Hardly anything is sent by now, and that is still too much.
        for (int again = 0; again < 3; again++) {
            pass(Duration.ofSeconds(1));
            pace.slowDown(STORE);
            assertThat(pace.limit(STORE)).hasValue(1);
        }
    }

    @Test
    void each_second_that_goes_well_adds_a_slice_until_nothing_is_held_back() {
        sent(80);
        pace.slowDown(STORE);

        for (int more = 1; more <= 3; more++) {
            pass(Duration.ofSeconds(1));
            pace.wentWell(STORE);
            pace.wentWell(STORE);
            assertThat(pace.limit(STORE)).hasValue(40 + more);
        }
        for (int second = 0; second < Pace.FREE_FROM; second++) {
            pass(Duration.ofSeconds(1));
            pace.wentWell(STORE);
        }
        assertThat(pace.limit(STORE)).isEmpty();
    }

    @Test
    void who_is_held_back_waits() {
        sent(2);
        pace.slowDown(STORE);
        assertThat(pace.limit(STORE)).hasValue(1);
        long before = System.nanoTime();

        sent(2);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(800));
    }

    @Test
    void an_interrupt_ends_the_wait() {
        sent(2);
        pace.slowDown(STORE);
        long before = System.nanoTime();

        Thread.currentThread().interrupt();
        sent(5);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    }

    private void sent(int slices) {
        for (int slice = 0; slice < slices; slice++) {
            pace.await(STORE);
        }
    }

    private void pass(Duration duration) {
        time.addAndGet(duration.toNanos());
    }
}
