package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every write of a job names the state, the version and the lease that it expects, or changes nothing (I5). */
interface MovingJobs {

    Instant THEN = GivenJobs.NOW.plusSeconds(600);
    ErrorNote WHY = new ErrorNote("main", "TRANSIENT", "40001");

    GivenJobs given();

    private static List<JobMove> everyMove() {
        return List.of(
                new JobMove.AwaitLook(THEN, THEN),
                new JobMove.LookAgain(THEN, THEN, 1, Optional.of(WHY)),
                new JobMove.Wait(THEN, WHY),
                new JobMove.NextRound(THEN, WHY),
                new JobMove.Block(BlockReason.DENIED, Optional.empty(), Optional.of(WHY)),
                new JobMove.Verify());
    }

    @Test
    default void the_code_and_the_database_have_the_same_transitions() {
        Set<String> inCode = new TreeSet<>();
        for (JobState from : JobState.values()) {
            from.successors().forEach(to -> inCode.add(from + " to " + to));
        }

        Set<String> inTheDatabase = given().client()
                .sql("SELECT from_state || ' to ' || to_state FROM expunge.deletion_job_transition")
                .query(String.class)
                .set();

        assertThat(inTheDatabase).isEqualTo(inCode);
    }

    @Test
    default void a_move_that_the_state_does_not_lead_to_is_refused_before_anything_is_asked() {
        DeletionJob running = given().running("acme", "run-1");
        List<?> before = given().everyJob();
        int refused = 0;
        for (JobState state : JobState.values()) {
            for (JobMove move : everyMove()) {
                if (!state.successors().contains(move.to())) {
                    refused++;
                    assertThatThrownBy(() -> given().moved(inState(running, state), move))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("does not lead to " + move.to());
                }
            }
        }

        assertThat(refused).isPositive();
        assertThat(given().everyJob()).isEqualTo(before);
    }

    @Test
    default void an_erased_job_waits_for_its_look_and_its_lease_ends() {
        DeletionJob running = given().running("acme", "run-1");

        DeletionJob moved = given().moved(running, new JobMove.AwaitLook(THEN, THEN));

        assertThat(moved.state()).isEqualTo(JobState.AWAITING_VERIFICATION);
        assertThat(moved.version()).isEqualTo(running.version() + 1);
        assertThat(moved.nextLookAt()).contains(THEN);
        assertThat(moved.leaseToken()).isEqualTo(running.leaseToken());
        assertThat(given().jobs().stillOurs(List.of(given().lease(running)))).isEmpty();
    }

    @Test
    default void waits_are_counted_until_something_is_done() {
        DeletionJob once = given().waiting("acme", "run-1", GivenJobs.NOW, WHY);
        DeletionJob twice =
                given().moved(given().claimed(Claims.by("run-2")).get(0), new JobMove.Wait(GivenJobs.NOW, WHY));
        DeletionJob done = given().moved(given().claimed(Claims.by("run-3")).get(0), new JobMove.AwaitLook(THEN, THEN));

        assertThat(List.of(once.waits(), twice.waits(), done.waits())).containsExactly(1, 2, 0);
    }

    @Test
    default void what_is_found_again_goes_to_the_next_round() {
        DeletionJob looked = looking("acme");

        DeletionJob moved = given().moved(looked, new JobMove.NextRound(THEN, WHY));

        assertThat(moved.state()).isEqualTo(JobState.WAITING_RETRY);
        assertThat(moved.round()).isEqualTo(looked.round() + 1);
    }

    @Test
    default void a_block_says_why_and_which_generation_was_met_and_going_on_clears_the_reason() {
        DeletionJob running = given().running("acme", "run-1");

        DeletionJob blocked =
                given().moved(running, new JobMove.Block(BlockReason.REOPENED, Optional.of(2), Optional.empty()));
        assertThat(given().column(blocked, "block_reason")).isEqualTo("REOPENED");
        assertThat(given().column(blocked, "generation_met")).isEqualTo(2);

        assertThat(given().transactionally(() -> given().jobs().resume(blocked, THEN)))
                .isTrue();
        DeletionJob resumed = given().again(blocked);
        assertThat(resumed.state()).isEqualTo(JobState.WAITING_RETRY);
        assertThat(given().claimed(Claims.at(THEN, Claims.by("run-2"))))
                .extracting(DeletionJob::id)
                .containsExactly(resumed.id());
    }

    @Test
    default void a_person_resumes_only_what_was_shown_and_only_what_waits_for_a_person() {
        DeletionJob blocked = given().blocked("acme", "run-1");
        DeletionJob running = given().running("hooli", "run-1");
        given().transactionally(() -> given().jobs().resume(blocked, THEN));
        List<?> before = given().everyJob();

        assertThat(given().transactionally(() -> given().jobs().resume(blocked, THEN)))
                .isFalse();
        assertThat(given().transactionally(() -> given().jobs().resume(running, THEN)))
                .isFalse();
        assertThat(given().everyJob()).isEqualTo(before);
    }

    @Test
    default void looks_that_could_not_tell_are_counted() {
        DeletionJob moved = given().moved(looking("acme"), new JobMove.LookAgain(THEN, THEN, 3, Optional.of(WHY)));

        assertThat(moved.state()).isEqualTo(JobState.AWAITING_VERIFICATION);
        assertThat(moved.unknownLooks()).isEqualTo(3);
        assertThat(given().column(moved, "last_error_code")).isEqualTo("40001");
    }

    @Test
    default void I5_a_token_that_is_no_longer_the_jobs_changes_nothing() {
        DeletionJob taken = given().running("acme", "run-1");
        Lease stale = given().lease(taken);
        given().leaseIsOver(taken);
        DeletionJob now = given().claimed(Claims.by("run-2")).get(0);

        changesNothing(StaleLease.class, now, stale);
        changesNothing(StaleLease.class, taken, stale);
    }

    @Test
    default void I5_another_processes_name_changes_nothing_even_with_the_right_token() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);

        changesNothing(StaleLease.class, job, new Lease(job.id(), lease.token(), "another", lease.runId()));
    }

    @Test
    default void a_version_that_has_passed_changes_nothing() {
        DeletionJob before = given().running("acme", "run-1");
        DeletionJob sealed =
                given().transactionally(() -> given().jobs().sealed(before, given().lease(before), "sha256:1", THEN));

        changesNothing(UnexpectedState.class, before, given().lease(before));
        assertThat(sealed.version()).isEqualTo(before.version() + 1);
    }

    @Test
    default void a_lease_that_has_run_out_still_counts_until_somebody_takes_the_job_over() {
        DeletionJob job = given().running("acme", "run-1");
        given().leaseIsOver(job);

        DeletionJob moved = given().moved(job, new JobMove.AwaitLook(THEN, THEN));

        assertThat(moved.state()).isEqualTo(JobState.AWAITING_VERIFICATION);
    }

    @Test
    default void I5_what_a_process_lets_go_is_due_at_once_and_its_own_lease_no_longer_counts() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);

        given().transactionally(() -> given().jobs().letGo(lease.owner()));

        assertThatThrownBy(() -> given().transactionally(() -> given().jobs().hold(lease, JobState.RUNNING)))
                .isInstanceOf(StaleLease.class);
        assertThat(given().claimed(Claims.by("run-2")))
                .extracting(DeletionJob::id)
                .containsExactly(job.id());
    }

    @Test
    default void freezing_and_sealing_are_noted_once_and_kept() {
        DeletionJob running = given().running("acme", "run-1");
        Lease lease = given().lease(running);

        DeletionJob frozen = given().transactionally(
                        () -> given().jobs().frozen(running, lease, Map.of("slug", "acme", "bucket", "b"), THEN));
        DeletionJob again = given().transactionally(
                        () -> given().jobs().frozen(frozen, lease, Map.of("slug", "acme"), THEN.plusSeconds(5)));
        DeletionJob sealed = given().transactionally(() -> given().jobs().sealed(again, lease, "sha256:plan", THEN));

        assertThat(frozen.attributes()).containsOnly(Map.entry("slug", "acme"), Map.entry("bucket", "b"));
        assertThat(sealed.attributes()).containsOnly(Map.entry("slug", "acme"));
        assertThat(sealed.frozenAt()).contains(THEN);
        assertThat(sealed.planHash()).contains("sha256:plan");
        assertThat(sealed.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    default void holding_a_lease_that_counts_in_the_expected_state_is_allowed() {
        DeletionJob job = given().running("acme", "run-1");

        given().transactionally(() -> given().jobs().hold(given().lease(job), JobState.RUNNING));

        assertThatThrownBy(() -> given().transactionally(
                                () -> given().jobs().hold(given().lease(job), JobState.AWAITING_VERIFICATION)))
                .isInstanceOf(StaleLease.class);
    }

    @Test
    default void letting_go_makes_ones_own_jobs_due_and_nobody_elses() {
        DeletionJob own = given().running("acme", "run-1");
        DeletionJob other = given().running("hooli", "run-2");

        given().leaseIsOver(own);

        assertThat(given().jobs().stillOurs(List.of(given().lease(own)))).isEmpty();
        assertThat(given().jobs().stillOurs(List.of(given().lease(other)))).containsExactly(other.id());
        assertThat(given().claimed(Claims.by("run-3")))
                .extracting(DeletionJob::id)
                .containsExactly(own.id());
    }

    @Test
    default void only_leases_that_still_count_are_ours() {
        DeletionJob kept = given().running("acme", "run-1");
        DeletionJob lost = given().running("hooli", "run-1");
        Lease stale =
                new Lease(lost.id(), lost.leaseToken() - 1, given().lease(lost).owner(), "run-1");

        assertThat(given().jobs().stillOurs(List.of(given().lease(kept), stale)))
                .containsExactly(kept.id());
        assertThat(given().jobs().stillOurs(List.of())).isEmpty();
    }

    @Test
    default void I7_what_refuses_a_write_shows_nothing_of_the_tenant() {
        DeletionJob job = given().running("acme-of-old", "run-1");
        Lease other = new Lease(job.id(), 7, "another", "run-1");

        assertThat(job).hasToString(job.id() + " RUNNING round 1 version 1");
        assertThatThrownBy(() -> given().transactionally(() -> given().jobs().hold(other, JobState.RUNNING)))
                .hasMessageNotContaining("acme-of-old")
                .hasNoCause();
    }

    private DeletionJob looking(String tenant) {
        given().awaiting(tenant, "run-1", GivenJobs.NOW);
        return given().claimedForLook(Claims.by("look-1")).get(0);
    }

    private void changesNothing(Class<? extends Exception> refusal, DeletionJob job, Lease lease) {
        List<?> before = given().everyJob();

        assertThatThrownBy(() -> given().transactionally(
                                () -> given().jobs().move(job, lease, new JobMove.AwaitLook(THEN, THEN), THEN)))
                .isInstanceOf(refusal);
        assertThatThrownBy(() ->
                        given().transactionally(() -> given().jobs().frozen(job, lease, Map.of("slug", "x"), THEN)))
                .isInstanceOf(refusal);
        assertThatThrownBy(() -> given().transactionally(() -> given().jobs().sealed(job, lease, "sha256:2", THEN)))
                .isInstanceOf(refusal);
        assertThat(given().everyJob()).isEqualTo(before);
    }

    private static DeletionJob inState(DeletionJob job, JobState state) {
        return new DeletionJob(
                job.id(),
                job.reference(),
                job.tenant(),
                job.generation(),
                job.attributes(),
                job.catalogHash(),
                state,
                job.blockReason(),
                job.version(),
                job.round(),
                job.waits(),
                job.unknownLooks(),
                job.leaseToken(),
                job.runId(),
                job.frozenAt(),
                job.planHash(),
                job.requestedAt(),
                job.targetAt(),
                job.nextLookAt());
    }
}
