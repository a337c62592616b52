package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With the eraser's login, on PostgreSQL; and what only shows when two do it at once. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class JdbcDeletionJobsIT implements ReceivingRequests, ClaimingJobs, TakingJobsBack, MovingJobs, ActingOnJobs {

    private static final Duration A_WHILE = Duration.ofSeconds(10);

    private final GivenJobs given = new GivenJobs(ControlDatabases.postgres(), Role.ERASER);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @Override
    public GivenJobs given() {
        return given;
    }

    @AfterEach
    void close() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        given.control().close();
    }

    @Test
    void I1_two_that_ask_at_once_get_the_same_id() throws Exception {
        for (int i = 0; i < 20; i++) {
            String tenant = "tenant-" + i;
            CyclicBarrier together = new CyclicBarrier(2);
            List<Callable<String>> both = new ArrayList<>();
            for (int attempt = 1; attempt <= 2; attempt++) {
                NewDeletionJob request = GivenJobs.request(tenant, 1, attempt, GivenJobs.NOW);
                both.add(() -> {
                    together.await();
                    return given.received(request).id();
                });
            }

            List<Future<String>> ids = threads.invokeAll(both);

            assertThat(ids.get(0).get()).isEqualTo(ids.get(1).get());
            assertThat(given.everyJob()).hasSize(i + 1);
        }
    }

    @Test
    void I1_one_that_asks_while_the_others_transaction_is_open_waits_and_gets_its_id() {
        NewDeletionJob first = GivenJobs.request("acme", 1, 1, GivenJobs.NOW);
        NewDeletionJob second = GivenJobs.request("acme", 1, 2, GivenJobs.NOW);

        Future<String> id = given.transactionally(() -> {
            given.jobs().receive(first);
            Future<String> asked = threads.submit(() -> given.received(second).id());
            Blocked.awaitOneIn(given.control().unpooled(Role.SUPERUSER));
            return asked;
        });

        assertThat(id).succeedsWithin(A_WHILE).isEqualTo(first.request().id());
    }

    @Test
    void I5_who_claims_while_another_is_claiming_takes_the_rest_and_does_not_wait() {
        for (int i = 0; i < 6; i++) {
            given.accepted("tenant-" + i);
        }

        given.transactionally(() -> {
            List<DeletionJob> first = given.jobs().claimForErasure(Claims.atMost(3, Claims.by("run-1")));
            Future<List<DeletionJob>> others = threads.submit(() -> given.claimed(Claims.by("run-2")));
            assertThat(first).hasSize(3);
            assertThat(others)
                    .succeedsWithin(A_WHILE)
                    .asInstanceOf(InstanceOfAssertFactories.list(DeletionJob.class))
                    .hasSize(3)
                    .doesNotContainAnyElementsOf(first);
        });
    }

    @Test
    void I5_many_at_once_take_each_job_once() throws Exception {
        int jobs = 40;
        for (int i = 0; i < jobs; i++) {
            given.accepted("tenant-" + i);
        }
        CyclicBarrier together = new CyclicBarrier(4);
        List<Callable<List<DeletionJob>>> runs = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            var claim = Claims.atMost(3, Claims.by("run-" + run));
            runs.add(() -> {
                together.await();
                List<DeletionJob> taken = new ArrayList<>();
                List<DeletionJob> more = given.claimed(claim);
                while (!more.isEmpty()) {
                    taken.addAll(more);
                    more = given.claimed(claim);
                }
                return taken;
            });
        }

        List<DeletionJob> taken = new ArrayList<>();
        for (Future<List<DeletionJob>> run : threads.invokeAll(runs)) {
            taken.addAll(run.get());
        }

        assertThat(taken).hasSize(jobs).extracting(DeletionJob::id).doesNotHaveDuplicates();
        assertThat(taken).allMatch(job -> job.leaseToken() == 1);
    }

    /** Between the check and the write behind it, nobody takes the job over. */
    @Test
    void I5_a_job_that_is_held_can_not_be_taken_meanwhile() {
        DeletionJob job = given.running("acme", "run-1");
        given.leaseIsOver(job);

        given.transactionally(() -> {
            given.jobs().hold(given.lease(job), JobState.RUNNING);

            assertThat(threads.submit(() -> given.claimed(Claims.by("run-2"))))
                    .succeedsWithin(A_WHILE)
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .isEmpty();
        });
    }

    @Test
    void the_database_refuses_what_the_transitions_do_not_have_whoever_asks() {
        DeletionJob job = given.accepted("acme");
        for (JobState from : JobState.values()) {
            for (JobState to : JobState.values()) {
                given.control().tamper(inState(job, from));
                Runnable move =
                        () -> ControlDatabase.execute(given.control().unpooled(Role.SUPERUSER), inState(job, to));
                if (to == from || (from.successors().contains(to) && to != JobState.VERIFIED)) {
                    move.run();
                } else {
                    assertThatThrownBy(move::run)
                            .as("%s to %s", from, to)
                            .hasMessageContaining(
                                    from.successors().contains(to)
                                            ? "can't be VERIFIED"
                                            : from + " does not lead to " + to);
                }
            }
        }
    }

    private static String inState(DeletionJob job, JobState state) {
        String reason = state == JobState.BLOCKED ? "'HELD'" : "NULL";
        return "UPDATE expunge.deletion_job SET state = '" + state + "', block_reason = " + reason + " WHERE id = '"
                + job.id() + "'";
    }

    @Test
    void I5_the_database_never_lets_a_token_fall() {
        DeletionJob job = given.running("acme", "run-1");

        assertThatThrownBy(
                        () -> given.control().execute("UPDATE expunge.deletion_job SET lease_token = lease_token - 1"))
                .hasMessageContaining("the lease token never falls");
        assertThat(given.again(job)).isEqualTo(job);
    }

    @Test
    void whose_erasure_a_job_is_never_changes() {
        given.accepted("acme");

        for (String change :
                List.of("id = 'dj_other'", "generation = 2", "tenant_ref = 'other'", "reference_key = 'other'")) {
            assertThatThrownBy(() -> given.control().execute("UPDATE expunge.deletion_job SET " + change))
                    .as(change)
                    .hasMessageContaining("never change");
        }
    }

    @Test
    void a_job_is_never_deleted() {
        given.accepted("acme");

        assertThatThrownBy(() -> given.control().execute("DELETE FROM expunge.deletion_job"))
                .hasMessageContaining("append-only");
    }
}
