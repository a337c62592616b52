package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.deletion.ControlDatabase.Role;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The heartbeat of a process: its leases hold while it lives, and end soon after it. */
interface KeepingLeases {

    Duration SHORT = Duration.ofSeconds(1);
    Duration BEAT = Duration.ofMillis(50);
    Duration PATIENCE = Duration.ofSeconds(20);

    GivenJobs given();

    @Test
    default void I5_a_lease_outlives_its_time_while_its_process_lives_and_no_longer() {
        DeletionJob job = given().accepted("acme");
        DeletionJob running = given().claimed(Claims.withLease(SHORT, Claims.of(job, Claims.by("run-1"))))
                .get(0);
        OffsetDateTime firstEnd = until(running);

        try (LeaseKeeper keeper = keeperOf(running)) {
            await().atMost(PATIENCE).until(() -> now().isAfter(firstEnd.plus(SHORT)));
            assertThat(given().claimed(Claims.by("run-2"))).isEmpty();
            assertThat(keeper).isNotNull();
        }

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(given().claimed(Claims.by("run-2"))).hasSize(1));
    }

    @Test
    default void I5_a_lease_that_was_taken_over_is_left_alone() {
        DeletionJob lost = given().running("acme", "run-1");
        DeletionJob kept = given().running("hooli", "run-1");
        given().client()
                .sql("UPDATE expunge.deletion_job SET lease_until = CURRENT_TIMESTAMP - INTERVAL '1' SECOND"
                        + " WHERE id = :id")
                .param("id", lost.id())
                .update();
        DeletionJob taken = given().claimed(Claims.by("run-2")).get(0);
        OffsetDateTime takenUntil = until(taken);
        OffsetDateTime keptUntil = until(kept);

        try (LeaseKeeper keeper = keeperOf(lost, kept)) {
            await().atMost(PATIENCE).until(() -> !until(kept).isEqual(keptUntil));
            assertThat(keeper).isNotNull();
        }

        assertThat(until(taken)).isEqualTo(takenUntil);
        assertThat(given().again(taken)).isEqualTo(taken);
    }

    @Test
    default void a_process_that_holds_nothing_renews_nothing() {
        DeletionJob job = given().running("acme", "run-1");
        OffsetDateTime end = until(job);
        CountingConnections connections =
                new CountingConnections(given().control().unpooled(Role.ERASER));

        try (LeaseKeeper keeper =
                new LeaseKeeper(connections, new HeldLeases(given().lease(job).owner()), SHORT, BEAT)) {
            OffsetDateTime begun = now();
            await().atMost(PATIENCE).until(() -> now().isAfter(begun.plus(BEAT.multipliedBy(5))));
            assertThat(keeper).isNotNull();
        }

        assertThat(connections.opened()).isZero();
        assertThat(until(job)).isEqualTo(end);
    }

    default LeaseKeeper keeperOf(DeletionJob... jobs) {
        HeldLeases held = new HeldLeases(given().lease(jobs[0]).owner());
        List.of(jobs).forEach(job -> held.add(given().lease(job)));
        return new LeaseKeeper(given().control().unpooled(Role.ERASER), held, SHORT, BEAT);
    }

    default OffsetDateTime until(DeletionJob job) {
        return given().client()
                .sql("SELECT lease_until FROM expunge.deletion_job WHERE id = :id")
                .param("id", job.id())
                .query(OffsetDateTime.class)
                .single();
    }

    /** The clock that leases are measured by. */
    default OffsetDateTime now() {
        return given().client()
                .sql("SELECT CURRENT_TIMESTAMP")
                .query(OffsetDateTime.class)
                .single();
    }
}
