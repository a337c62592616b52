package io.expunge.deletion;

import static io.expunge.deletion.GivenJobs.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Reason;
import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What people do to jobs, with an operator's login: conditional on what they saw, and never under a living runner. */
interface ActingOnJobs {

    Instant LATER_ON = NOW.plusSeconds(60);
    Reason MAINTENANCE = new Reason("MAINTENANCE", Optional.empty());

    GivenJobs given();

    @Test
    default void what_has_not_begun_can_be_cancelled_once() {
        DeletionJob accepted = given().accepted("acme");

        assertThat(cancelled(accepted, Optional.empty())).isTrue();
        assertThat(cancelled(accepted, Optional.empty())).isFalse();
        assertThat(cancelled(given().running("hooli", "run-1"), Optional.empty()))
                .isFalse();

        assertThat(given().again(accepted).state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    default void an_ask_that_the_cancelling_knew_of_does_not_undo_it_and_a_later_one_does() {
        Instant firstAsk = NOW.minusSeconds(100);
        Instant secondAsk = NOW.minusSeconds(50);
        DeletionJob job = given().received(GivenJobs.request("acme", 1, 1, firstAsk));

        // The clock here is far ahead of the application's database: both asks are older than the cancelling.
        cancelled(job, Optional.of(secondAsk));
        given().received(askedAgain(secondAsk));
        assertThat(given().again(job).state()).isEqualTo(JobState.CANCELLED);

        given().received(askedAgain(secondAsk.plusMillis(1)));
        assertThat(given().again(job).state()).isEqualTo(JobState.ACCEPTED);
    }

    @Test
    default void an_ask_that_was_received_before_the_cancelling_does_not_undo_it() {
        Instant secondAsk = NOW.minusSeconds(50);
        DeletionJob job = given().received(GivenJobs.request("acme", 1, 1, NOW.minusSeconds(100)));
        given().received(askedAgain(secondAsk));

        cancelled(job, Optional.empty());
        given().received(askedAgain(secondAsk));

        assertThat(given().again(job).state()).isEqualTo(JobState.CANCELLED);
    }

    private static NewDeletionJob askedAgain(Instant lastRequestedAt) {
        NewDeletionJob job = GivenJobs.request("acme", 1, 1, NOW.minusSeconds(100));
        DeletionRequest first = job.request();
        return new NewDeletionJob(
                new DeletionRequest(
                        first.id(),
                        first.tenant(),
                        first.generation(),
                        first.reasonCode(),
                        first.ticket(),
                        first.requestedBy(),
                        first.requestedAt(),
                        lastRequestedAt,
                        first.notBefore()),
                job.reference(),
                job.knownAs(),
                job.catalogHash(),
                job.notBefore(),
                job.targetAt(),
                false,
                NOW);
    }

    @Test
    default void whatever_is_open_and_in_nobodys_hands_can_be_given_up_and_taken_up_again() {
        for (DeletionJob job : List.of(
                given().accepted("accepted"),
                given().waiting("waiting", "run-1", NOW, TakingJobsBack.FAILED),
                given().awaiting("awaiting", "run-1", NOW),
                given().blocked("blocked", "run-1"))) {
            assertThat(abandoned(job)).as(job.toString()).isTrue();

            DeletionJob failed = given().again(job);
            assertThat(failed.state()).isEqualTo(JobState.FAILED);
            assertThat(failed.nextLookAt()).isEmpty();
            assertThat(done(jobs -> jobs.resume(failed, LATER_ON))).isTrue();
        }
    }

    @Test
    default void I5_a_living_runners_job_is_not_given_up_and_a_dead_ones_runner_changes_nothing_afterwards() {
        DeletionJob running = given().running("acme", "run-1");
        Lease lease = given().lease(running);

        assertThat(abandoned(running)).isFalse();
        assertThat(done(jobs -> jobs.isAtWork(running))).isTrue();

        given().leaseIsOver(running);
        assertThat(done(jobs -> jobs.isAtWork(running))).isFalse();
        assertThat(abandoned(running)).isTrue();
        assertThat(given().jobs().stillOurs(List.of(lease))).isEmpty();
        assertThat(given().again(running).leaseToken()).isGreaterThan(lease.token());
    }

    @Test
    default void what_was_moved_since_it_was_shown_is_not_given_up() {
        DeletionJob shown = given().blocked("acme", "run-1");
        assertThat(done(jobs -> jobs.resume(shown, LATER_ON))).isTrue();

        assertThat(abandoned(shown)).isFalse();
    }

    @Test
    default void blocked_jobs_are_found_by_reason_and_by_store() {
        DeletionJob held = given().blocked("acme", "run-1");
        DeletionJob denied = given().moved(
                        given().running("hooli", "run-1"),
                        new JobMove.Block(
                                BlockReason.DENIED,
                                Optional.empty(),
                                Optional.of(new ErrorNote("cache", "DENIED", "NOPERM"))));
        given().waiting("globex", "run-1", NOW, TakingJobsBack.FAILED);

        assertThat(blocked(Optional.empty(), Optional.empty())).containsExactlyInAnyOrder(held.id(), denied.id());
        assertThat(blocked(Optional.of(BlockReason.DENIED), Optional.empty())).containsExactly(denied.id());
        assertThat(blocked(Optional.empty(), Optional.of("cache"))).containsExactly(denied.id());
        assertThat(blocked(Optional.of(BlockReason.HELD), Optional.of("cache"))).isEmpty();
    }

    @Test
    default void I11_nothing_is_due_for_erasing_while_all_stores_are_paused_and_looks_go_on() {
        DeletionJob accepted = given().accepted("acme");
        given().waiting("hooli", "run-0", NOW, TakingJobsBack.FAILED);
        given().awaiting("globex", "run-0", NOW);
        pause("*");

        assertThat(given().claimed(Claims.by("run-1"))).isEmpty();
        assertThat(given().claimed(Claims.of(accepted, Claims.by("run-1")))).isEmpty();
        assertThat(given().transactionally(() -> given().jobs().countDueForErasure(Claims.by("run-1"))))
                .isZero();
        assertThat(given().claimedForLook(Claims.by("look-1"))).hasSize(1);

        unpause("*");
        assertThat(given().claimed(Claims.by("run-1"))).hasSize(2);
    }

    @Test
    default void a_pause_spends_nothing_and_what_it_parked_is_due_when_none_keeps_it_any_more() {
        DeletionJob cache = given().waiting("acme", "run-0", LATER_ON, new ErrorNote("cache", "PAUSED", "paused"));
        DeletionJob main = given().waiting("hooli", "run-0", LATER_ON, new ErrorNote("main", "PAUSED", "paused"));
        DeletionJob down = given().waiting("globex", "run-0", LATER_ON, TakingJobsBack.FAILED);
        assertThat(cache.waits()).isZero();
        assertThat(down.waits()).isEqualTo(1);
        pause("cache");
        pause("*");

        unpause("*");
        assertThat(dueAfterPause()).containsExactly(main.id());
        unpause("cache");
        assertThat(dueAfterPause()).contains(cache.id()).doesNotContain(down.id());

        assertThat(given().claimed(Claims.by("run-1")))
                .extracting(DeletionJob::id)
                .containsExactlyInAnyOrder(cache.id(), main.id());
    }

    @Test
    default void a_tenants_jobs_are_found_under_exactly_its_references() {
        DeletionJob first = given().accepted("acme");
        DeletionJob second = given().received(GivenJobs.request("acme", 2, 1, NOW));
        given().accepted("hooli");

        assertThat(ofTenant(first.reference())).extracting(DeletionJob::id).containsExactly(first.id(), second.id());
        assertThat(ofTenant(new TenantReference("another-key", first.reference().value())))
                .isEmpty();
    }

    private boolean cancelled(DeletionJob job, Optional<Instant> asked) {
        return done(jobs -> jobs.cancel(job, asked, LATER_ON));
    }

    private boolean abandoned(DeletionJob job) {
        return done(jobs -> jobs.abandon(job, LATER_ON));
    }

    private List<String> dueAfterPause() {
        return acting(jobs -> jobs.dueAfterPause(NOW));
    }

    private List<DeletionJob> ofTenant(TenantReference reference) {
        return acting(jobs -> jobs.ofTenant(List.of(reference)));
    }

    private List<String> blocked(Optional<BlockReason> reason, Optional<String> store) {
        return acting(jobs -> jobs.blocked(reason, store));
    }

    private void pause(String store) {
        operators().pause(store, MAINTENANCE, NOW);
    }

    private void unpause(String store) {
        operators().unpause(store);
    }

    private JdbcOrders operators() {
        return new JdbcOrders(given().control().client(Role.OPERATOR));
    }

    private boolean done(Predicate<DeletionJobs> act) {
        return acting(act::test);
    }

    private <T> T acting(Function<DeletionJobs, T> act) {
        DeletionJobs jobs = new JdbcDeletionJobs(given().control().client(Role.OPERATOR));
        return Objects.requireNonNull(
                given().control().transaction(Role.OPERATOR).execute(status -> act.apply(jobs)));
    }
}
