package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.DeletionJobs.Claim;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which jobs are due, and for whom. */
interface ClaimingJobs {

    Instant NOW = GivenJobs.NOW;
    Instant SOON = NOW.plusSeconds(900);
    ErrorNote OUTAGE = new ErrorNote("cache", "UNAVAILABLE", "no answer");
    ErrorNote FAILURE = new ErrorNote("cache", "TRANSIENT", "40001");

    GivenJobs given();

    @Test
    default void an_accepted_job_is_due_from_its_earliest_start_on() {
        DeletionJob job = given().received(GivenJobs.request("acme", 1, 1, SOON));

        assertThat(claimed(Claims.by("run-1"))).isEmpty();
        assertThat(claimed(Claims.at(SOON, Claims.by("run-1")))).containsExactly(job.id());
    }

    @Test
    default void a_waiting_job_is_due_from_its_retry_time_on() {
        DeletionJob job = given().waiting("acme", "run-1", SOON, FAILURE);

        assertThat(claimed(Claims.by("run-2"))).isEmpty();
        assertThat(claimed(Claims.at(SOON, Claims.by("run-2")))).containsExactly(job.id());
    }

    @Test
    default void I9_a_job_that_waits_for_a_store_is_due_as_soon_as_that_store_answers() {
        DeletionJob waiting = given().waiting("acme", "run-1", SOON, OUTAGE);
        given().waiting("hooli", "run-1", SOON, FAILURE);
        given().waiting("globex", "run-1", SOON, new ErrorNote("main", "UNAVAILABLE", "08006"));

        assertThat(claimed(Claims.by("run-2"))).isEmpty();
        assertThat(claimed(Claims.knowingThatAnswers("cache", Claims.by("run-2"))))
                .containsExactly(waiting.id());
    }

    @Test
    default void the_stores_that_jobs_wait_for_are_told_while_none_is_due() {
        given().waiting("acme", "run-1", SOON, OUTAGE);
        given().waiting("hooli", "run-1", SOON, new ErrorNote("main", "TRANSIENT", "40001"));

        assertThat(given().transactionally(() -> given().jobs().storesWaitedFor(NOW)))
                .isEqualTo(Set.of("cache"));
        assertThat(given().transactionally(() -> given().jobs().storesWaitedFor(SOON)))
                .isEmpty();
    }

    @Test
    default void I5_a_running_job_is_due_when_its_lease_is_over_and_not_before() {
        DeletionJob job = given().running("acme", "run-1");

        assertThat(claimed(Claims.by("run-2"))).isEmpty();
        given().leaseIsOver(job);
        assertThat(claimed(Claims.by("run-2"))).containsExactly(job.id());
    }

    @Test
    default void whoever_is_out_for_what_was_begun_leaves_accepted_jobs_alone() {
        DeletionJob accepted = given().received(GivenJobs.request("acme", 1, 1, NOW));
        DeletionJob waiting = given().waiting("hooli", "run-1", NOW, FAILURE);
        DeletionJob left = given().waiting("globex", "run-1", SOON, OUTAGE);
        Claim begun = Claims.knowingThatAnswers("cache", Claims.onlyWhatWasBegun(Claims.by("run-2")));

        assertThat(given().transactionally(() -> given().jobs().countDueForErasure(begun)))
                .isEqualTo(2);
        assertThat(claimed(begun)).containsExactlyInAnyOrder(waiting.id(), left.id());
        assertThat(claimed(Claims.by("run-3"))).containsExactly(accepted.id());
    }

    @Test
    default void a_job_is_worked_on_once_per_command() {
        given().waiting("acme", "run-1", NOW, FAILURE);
        DeletionJob other = given().accepted("hooli");

        assertThat(claimed(Claims.leavingOut("run-1", Claims.by("run-2")))).containsExactly(other.id());
    }

    @Test
    default void what_waits_for_a_person_or_is_over_is_never_due() {
        given().blocked("blocked", "run-1");
        given().awaiting("looked-at", "run-1", NOW);
        for (JobState state : List.of(JobState.CANCELLED, JobState.FAILED)) {
            given().client()
                    .sql("UPDATE expunge.deletion_job SET state = :state WHERE id = :id")
                    .param("state", state.name())
                    .param("id", given().accepted(state.name()).id())
                    .update();
        }

        assertThat(claimed(Claims.at(NOW.plusSeconds(1_000_000), Claims.by("run-2"))))
                .isEmpty();
    }

    @Test
    default void a_job_that_a_person_names_need_not_be_due_for_its_retry() {
        DeletionJob waiting = given().waiting("acme", "run-1", SOON, FAILURE);
        given().accepted("hooli");

        assertThat(claimed(Claims.of(waiting, Claims.by("run-2")))).containsExactly(waiting.id());
    }

    @Test
    default void naming_a_job_takes_neither_its_grace_nor_a_living_lease_away() {
        DeletionJob inGrace = given().received(GivenJobs.request("acme", 1, 1, SOON));
        DeletionJob running = given().running("hooli", "run-1");

        assertThat(claimed(Claims.of(inGrace, Claims.by("run-2")))).isEmpty();
        assertThat(claimed(Claims.of(running, Claims.by("run-2")))).isEmpty();
        given().leaseIsOver(running);
        assertThat(claimed(Claims.of(running, Claims.by("run-2")))).containsExactly(running.id());
    }

    @Test
    default void the_oldest_requests_go_first_when_not_all_are_taken() {
        List<DeletionJob> oldestLast = IntStream.range(0, 4)
                .mapToObj(age -> given().received(GivenJobs.request("tenant-" + age, 1, 1, NOW.minusSeconds(age))))
                .toList();

        List<DeletionJob> taken = given().claimed(Claims.atMost(2, Claims.by("run-1")));

        assertThat(taken)
                .extracting(DeletionJob::id)
                .containsExactlyInAnyOrder(
                        oldestLast.get(3).id(), oldestLast.get(2).id());
    }

    @Test
    default void taking_a_job_gives_it_to_one_run_under_a_new_token() {
        DeletionJob waiting = given().waiting("acme", "run-1", NOW, FAILURE);

        DeletionJob taken = given().claimed(Claims.by("run-2")).get(0);

        assertThat(taken.state()).isEqualTo(JobState.RUNNING);
        assertThat(taken.runId()).contains("run-2");
        assertThat(taken.leaseToken()).isEqualTo(waiting.leaseToken() + 1);
        assertThat(taken.version()).isEqualTo(waiting.version() + 1);
        assertThat(given().jobs().stillOurs(List.of(given().lease(taken)))).containsExactly(taken.id());
    }

    @Test
    default void a_look_is_due_from_its_time_on() {
        DeletionJob job = given().awaiting("acme", "run-1", SOON);

        assertThat(claimedForLook(Claims.by("look-1"))).isEmpty();
        assertThat(claimedForLook(Claims.at(SOON, Claims.by("look-1")))).containsExactly(job.id());
    }

    @Test
    default void a_job_that_is_being_looked_at_is_left_to_who_looks() {
        DeletionJob job = given().awaiting("acme", "run-1", NOW);
        DeletionJob looked = given().claimedForLook(Claims.by("look-1")).get(0);

        assertThat(looked.state()).isEqualTo(JobState.AWAITING_VERIFICATION);
        assertThat(looked.leaseToken()).isEqualTo(job.leaseToken() + 1);
        assertThat(claimedForLook(Claims.by("look-2"))).isEmpty();
        given().leaseIsOver(looked);
        assertThat(claimedForLook(Claims.by("look-2"))).containsExactly(job.id());
    }

    @Test
    default void a_look_at_a_named_job_is_of_that_job_alone_and_only_when_due() {
        DeletionJob due = given().awaiting("acme", "run-1", NOW);
        DeletionJob notDue = given().awaiting("hooli", "run-1", SOON);

        assertThat(claimedForLook(Claims.of(notDue, Claims.by("look-1")))).isEmpty();
        assertThat(claimedForLook(Claims.of(due, Claims.by("look-1")))).containsExactly(due.id());
    }

    @Test
    default void a_run_looks_at_a_job_once() {
        given().awaiting("acme", "run-1", NOW);

        assertThat(claimedForLook(Claims.leavingOut("run-1", Claims.by("look-1"))))
                .isEmpty();
    }

    @Test
    default void the_next_look_is_the_earliest_of_those_asked_about() {
        DeletionJob soon = given().awaiting("acme", "run-1", SOON);
        given().awaiting("hooli", "run-1", NOW);

        assertThat(given().jobs().nextLook(List.of())).contains(NOW);
        assertThat(given().jobs().nextLook(List.of(soon.id()))).contains(SOON);
        assertThat(given().jobs().nextLook(List.of("dj_" + "0".repeat(32)))).isEmpty();
    }

    /** Counts first: what is counted is what is taken. */
    private List<String> claimed(Claim claim) {
        return given().transactionally(() -> {
            long counted = given().jobs().countDueForErasure(claim);
            List<DeletionJob> taken = given().jobs().claimForErasure(claim);
            assertThat(taken).hasSize((int) counted);
            return taken.stream().map(DeletionJob::id).toList();
        });
    }

    private List<String> claimedForLook(Claim claim) {
        return given().transactionally(() -> {
            long counted = given().jobs().countDueForLook(claim);
            List<DeletionJob> taken = given().jobs().claimForLook(claim);
            assertThat(taken).hasSize((int) counted);
            return taken.stream().map(DeletionJob::id).toList();
        });
    }
}
