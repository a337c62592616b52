package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a restarted run gets back: what still carries its run id. */
interface TakingJobsBack {

    ErrorNote FAILED = new ErrorNote("main", "TRANSIENT", "40001");

    GivenJobs given();

    @Test
    default void a_restarted_run_takes_back_what_ran_and_what_waits_whenever_it_would_be_due() {
        DeletionJob running = given().running("acme", "run-1");
        DeletionJob waiting = given().waiting("hooli", "run-1", GivenJobs.NOW.plusSeconds(900), FAILED);

        List<DeletionJob> taken = takenBack(List.of(running.id(), waiting.id()), JobState.RUNNING, "run-1");

        assertThat(taken).extracting(DeletionJob::id).containsExactlyInAnyOrder(running.id(), waiting.id());
        assertThat(taken).allMatch(job -> job.state() == JobState.RUNNING && job.leaseToken() == 2);
    }

    @Test
    default void what_another_run_has_taken_since_is_left_to_it() {
        DeletionJob job = given().running("acme", "run-1");
        given().leaseIsOver(job);
        DeletionJob taken = given().claimed(Claims.by("run-2")).get(0);

        assertThat(takenBack(List.of(job.id()), JobState.RUNNING, "run-1")).isEmpty();
        assertThat(given().again(job)).isEqualTo(taken);
    }

    @Test
    default void what_the_run_had_finished_is_not_taken_back() {
        DeletionJob erased = given().awaiting("acme", "run-1", GivenJobs.NOW);
        DeletionJob blocked = given().blocked("hooli", "run-1");

        assertThat(takenBack(List.of(erased.id(), blocked.id()), JobState.RUNNING, "run-1"))
                .isEmpty();
    }

    @Test
    default void a_verifying_run_takes_back_what_it_was_looking_at() {
        given().awaiting("acme", "run-1", GivenJobs.NOW);
        DeletionJob looked = given().claimedForLook(Claims.by("look-1")).get(0);

        List<DeletionJob> taken = takenBack(List.of(looked.id()), JobState.AWAITING_VERIFICATION, "look-1");

        assertThat(taken).extracting(DeletionJob::id).containsExactly(looked.id());
        assertThat(taken).allMatch(job -> job.state() == JobState.AWAITING_VERIFICATION);
    }

    @Test
    default void only_what_is_named_is_taken_back() {
        given().running("acme", "run-1");

        assertThat(takenBack(List.of(), JobState.RUNNING, "run-1")).isEmpty();
    }

    @Test
    default void a_run_finds_what_carries_its_id_in_whatever_state() {
        DeletionJob running = given().running("acme", "run-1");
        DeletionJob blocked = given().blocked("hooli", "run-1");
        given().running("globex", "run-2");

        assertThat(given().jobs().ofRun("run-1"))
                .extracting(DeletionJob::id)
                .containsExactlyInAnyOrder(running.id(), blocked.id());
    }

    private List<DeletionJob> takenBack(Collection<String> jobIds, JobState expected, String runId) {
        return given().transactionally(() -> given().jobs().takeBack(jobIds, expected, Claims.by(runId)));
    }
}
