package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.deletion.ControlDatabase.Role;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** With the eraser's login, on PostgreSQL; and over a connection that breaks. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseKeeperIT implements KeepingLeases {

    private final GivenJobs given = new GivenJobs(ControlDatabases.postgres(), Role.ERASER);

    @Override
    public GivenJobs given() {
        return given;
    }

    @AfterEach
    void close() {
        given.control().close();
    }

    @Test
    void a_connection_that_breaks_is_replaced() {
        DeletionJob job = given.running("acme", "run-1");
        OffsetDateTime first = until(job);

        try (LeaseKeeper keeper = keeperOf(job)) {
            await().atMost(PATIENCE).until(() -> !until(job).isEqual(first));
            assertThat(killed()).isEqualTo(1);
            OffsetDateTime then = until(job);

            await().atMost(PATIENCE).until(() -> until(job).isAfter(then.plus(BEAT)));
            assertThat(keeper).isNotNull();
        }
    }

    /** The keeper's connection: the one whose last statement renewed leases, or read which were renewed. */
    private int killed() {
        return given.control()
                .client(Role.SUPERUSER)
                .sql("""
                        SELECT pg_terminate_backend(pid)
                        FROM pg_stat_activity
                        WHERE datname = current_database()
                          AND usename = 'expunge_eraser'
                          AND query LIKE '%WHERE lease_owner = $%'
                        """)
                .query(Boolean.class)
                .list()
                .size();
    }
}
