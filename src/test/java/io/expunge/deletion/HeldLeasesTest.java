package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I5: what a process that may have been stopped can know of its leases without asking. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeldLeasesTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final HeldLeases leases = new HeldLeases("us", nanos::get);

    @BeforeEach
    void one_is_taken() {
        leases.add(new Lease("dj_1", 1, "us", "run"));
    }

    @Test
    void one_just_taken_is_ours_and_one_never_taken_is_not() {
        assertThat(isOurs("dj_1")).isTrue();
        assertThat(isOurs("dj_2")).isFalse();
    }

    @Test
    void a_heartbeat_before_its_end_it_counts_no_more() {
        pass(Duration.ofSeconds(19));
        assertThat(isOurs("dj_1")).isTrue();

        pass(Duration.ofSeconds(1));
        assertThat(isOurs("dj_1")).isFalse();
    }

    @Test
    void a_renewal_counts_from_when_it_was_sent() {
        pass(Duration.ofSeconds(15));
        long sent = nanos.get();
        pass(Duration.ofSeconds(10));

        leases.renewed("dj_1", sent);

        assertThat(isOurs("dj_1")).isTrue();
        pass(Duration.ofSeconds(10));
        assertThat(isOurs("dj_1")).isFalse();
    }

    @Test
    void what_was_let_go_is_not_brought_back_by_a_renewal_under_way() {
        leases.drop("dj_1");

        leases.renewed("dj_1", nanos.get());

        assertThat(isOurs("dj_1")).isFalse();
    }

    private boolean isOurs(String job) {
        return leases.isSurelyOurs(job, LEASE, HEARTBEAT);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
