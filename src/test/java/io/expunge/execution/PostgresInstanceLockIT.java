package io.expunge.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.execution.InstanceLock.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** As two processes see it: a lock object each. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresInstanceLockIT implements LockingAnInstance {

    private final ControlDatabase control = ControlDatabases.postgres();
    private final InstanceLock lock = new PostgresInstanceLock(control.unpooled(Role.ERASER));

    @Override
    public InstanceLock lock() {
        return lock;
    }

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void another_process_is_kept_out_whatever_its_login() {
        InstanceLock another = new PostgresInstanceLock(control.unpooled(Role.VERIFIER));

        try (Held held = lock.tryLock("erasure", RUN).orElseThrow()) {
            assertThat(another.tryLock("erasure", RUN)).isEmpty();
            assertThat(held).isNotNull();
        }
    }

    @Test
    void a_lock_vanishes_with_its_connection_however_that_ends() {
        Held lost = lock.tryLock("erasure", RUN).orElseThrow();

        assertThat(killed()).isEqualTo(1);

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Optional<Held> free = lock.tryLock("erasure", RUN);
            assertThat(free).isPresent();
            free.orElseThrow().close();
        });
        lost.close();
    }

    @Test
    void who_finds_it_taken_leaves_no_connection_open() {
        try (Held held = lock.tryLock("erasure", RUN).orElseThrow()) {
            for (int i = 0; i < 10; i++) {
                assertThat(lock.tryLock("erasure", RUN)).isEmpty();
            }

            await().atMost(Duration.ofSeconds(10)).until(() -> connections() == 1);
            assertThat(held).isNotNull();
        }
    }

    @Test
    void of_many_at_once_one_gets_it() throws Exception {
        int runners = 5;
        ExecutorService threads = Executors.newFixedThreadPool(runners);
        CyclicBarrier together = new CyclicBarrier(runners);
        List<Callable<Optional<Held>>> tries = new ArrayList<>();
        for (int i = 0; i < runners; i++) {
            tries.add(() -> {
                together.await();
                return lock.tryLock("erasure", RUN);
            });
        }

        List<Held> got = new ArrayList<>();
        for (Future<Optional<Held>> tried : threads.invokeAll(tries)) {
            tried.get().ifPresent(got::add);
        }

        assertThat(got).hasSize(1);
        got.get(0).close();
        threads.shutdown();
    }

    private int killed() {
        return control.client(Role.SUPERUSER)
                .sql("""
                        SELECT pg_terminate_backend(pid)
                        FROM pg_stat_activity
                        WHERE datname = current_database()
                          AND query LIKE '%pg_try_advisory_lock%'
                          AND pid <> pg_backend_pid()
                        """)
                .query(Boolean.class)
                .list()
                .size();
    }

    private long connections() {
        return control.client(Role.SUPERUSER).sql("""
                        SELECT count(*)
                        FROM pg_stat_activity
                        WHERE datname = current_database()
                          AND usename = 'expunge_eraser'
                        """).query(Long.class).single();
    }
}
