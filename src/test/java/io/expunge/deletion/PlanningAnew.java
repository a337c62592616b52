package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.store.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A job goes to another catalog, and its tasks with it. */
interface PlanningAnew {

    Instant NOW = GivenJobs.NOW;
    String OTHER = "sha256:" + "d".repeat(64);

    GivenJobs given();

    @Test
    default void what_has_begun_is_planned_anew_in_the_next_round_and_is_due_now() {
        otherCatalog();
        for (DeletionJob job : List.of(
                given().blocked("blocked", "run-1"),
                given().waiting(
                                "waiting",
                                "run-2",
                                NOW.plusSeconds(3600),
                                new ErrorNote("main", "UNAVAILABLE", "08006")),
                given().awaiting("awaiting", "run-3", NOW.plusSeconds(3600)))) {
            assertThat(replan(job)).as(job.toString()).isTrue();

            DeletionJob replanned = given().again(job);
            assertThat(replanned.state()).isEqualTo(JobState.WAITING_RETRY);
            assertThat(replanned.round()).isEqualTo(job.round() + 1);
            assertThat(replanned.catalogHash()).isEqualTo(OTHER);
            assertThat(replanned.planHash()).isEmpty();
            assertThat(replanned.blockReason()).isEmpty();
            assertThat(replanned.nextLookAt()).isEmpty();
            assertThat(given().claimed(Claims.of(replanned, Claims.by("run-9"))))
                    .hasSize(1);
        }
    }

    @Test
    default void what_has_not_begun_stays_accepted_in_its_first_round() {
        otherCatalog();
        DeletionJob job = given().accepted("acme");

        assertThat(replan(job)).isTrue();

        assertThat(given().again(job).state()).isEqualTo(JobState.ACCEPTED);
        assertThat(given().again(job).round()).isEqualTo(1);
        assertThat(given().again(job).catalogHash()).isEqualTo(OTHER);
    }

    @Test
    default void I5_what_somebody_works_on_is_left_to_them_until_their_lease_is_over() {
        otherCatalog();
        DeletionJob running = given().running("acme", "run-1");

        assertThat(replan(running)).isFalse();
        assertThat(given().again(running)).isEqualTo(running);

        given().leaseIsOver(running);
        assertThat(replan(running)).isTrue();
        assertThat(given().transactionally(() -> given().jobs().stillOurs(List.of(given().lease(running)))))
                .isEmpty();
    }

    @Test
    default void whoever_saw_an_older_version_changes_nothing() {
        otherCatalog();
        DeletionJob job = given().blocked("acme", "run-1");
        assertThat(replan(job)).isTrue();

        assertThat(replan(job)).isFalse();
        assertThat(given().again(job).round()).isEqualTo(2);
    }

    @Test
    default void every_open_job_on_another_catalog_is_found() {
        otherCatalog();
        DeletionJob open = given().accepted("acme");
        DeletionJob moved = given().blocked("hooli", "run-1");
        replan(moved);

        assertThat(given().transactionally(() -> given().jobs().openUnderAnotherCatalog(OTHER)))
                .containsExactly(open.id());
    }

    @Test
    default void a_new_plan_adds_tasks_changes_them_and_lets_go_of_what_it_does_not_name() {
        DeletionJob first = given().running("acme", "run-1");
        DeletionTask erased = planned(
                        first, task(first, 1, "main.users", "predicate"), task(first, 2, "main.old", "predicate"))
                .get(0);
        given().transactionally(() -> {
            given().tasks().begin(given().lease(first), erased, new Position("horizon"), Optional.of(7L), NOW);
            given().tasks().end(given().lease(first), erased.id(), new Position("end"), NOW);
        });
        DeletionJob second = nextRound(first);

        List<DeletionTask> anew = planned(
                second, task(second, 3, "main.new", "predicate"), task(second, 1, "main.users", "registry-lock"));

        assertThat(anew).extracting(DeletionTask::resourceId).containsExactlyInAnyOrder("main.users", "main.new");
        assertThat(anew).allMatch(task -> task.state() == TaskState.PENDING && task.round() == 2);
        assertThat(anew)
                .filteredOn(task -> task.resourceId().equals("main.users"))
                .singleElement()
                .satisfies(task -> {
                    assertThat(task.fence()).isEqualTo("registry-lock");
                    assertThat(task.baseline()).contains(7L);
                    assertThat(task.horizon()).isEmpty();
                });
        assertThat(given().tasks().everOfJob(second.id()))
                .filteredOn(task -> task.resourceId().equals("main.old"))
                .singleElement()
                .matches(task -> !task.required() && task.round() == 2);
        assertThat(given().tasks().receipts(second.id(), 1)).hasSize(1);
    }

    @Test
    default void what_left_the_plan_comes_back_with_a_later_one_and_not_with_a_later_round() {
        DeletionJob first = given().running("acme", "run-1");
        planned(first, task(first, 1, "main.users", "predicate"), task(first, 2, "main.old", "predicate"));
        DeletionJob second = nextRound(first);
        planned(second, task(second, 1, "main.users", "predicate"));
        DeletionJob third = nextRound(second);

        given().transactionally(() -> given().tasks().enterRound(given().lease(third), third.round()));
        assertThat(given().tasks().ofJob(third.id()))
                .extracting(DeletionTask::resourceId)
                .containsExactly("main.users");
        assertThat(given().tasks().everOfJob(third.id()))
                .filteredOn(task -> task.resourceId().equals("main.old"))
                .singleElement()
                .matches(task -> !task.required() && task.round() == 2);

        DeletionJob fourth = nextRound(third);
        assertThat(planned(
                        fourth, task(fourth, 1, "main.users", "predicate"), task(fourth, 2, "main.old", "predicate")))
                .extracting(DeletionTask::resourceId, DeletionTask::required)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("main.users", true),
                        org.assertj.core.groups.Tuple.tuple("main.old", true));
    }

    @Test
    default void a_count_is_the_baseline_until_the_task_has_begun() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task =
                planned(job, task(job, 1, "main.users", "predicate")).get(0);

        given().transactionally(() -> {
            given().tasks().counted(given().lease(job), task.id(), 5);
            given().tasks().counted(given().lease(job), task.id(), 6);
            given().tasks().begin(given().lease(job), task, new Position("horizon"), Optional.empty(), NOW);
            given().tasks().counted(given().lease(job), task.id(), 2);
        });

        assertThat(given().tasks().ofJob(job.id()).get(0).baseline()).contains(6L);
    }

    private boolean replan(DeletionJob job) {
        return given().transactionally(() -> given().jobs().replan(job, OTHER, NOW));
    }

    private void otherCatalog() {
        given().control()
                .client(Role.OWNER)
                .sql(
                        "INSERT INTO expunge.catalog_snapshot (hash, policy_version, content) VALUES (:hash, 'other', '{}')")
                .param("hash", OTHER)
                .update();
    }

    private DeletionJob nextRound(DeletionJob job) {
        given().moved(given().again(job), new JobMove.NextRound(NOW, new ErrorNote("main", "RESIDUE", "1")));
        return given().claimed(Claims.of(job, Claims.by("run-" + (job.round() + 1))))
                .get(0);
    }

    private List<DeletionTask> planned(DeletionJob job, NewTask... tasks) {
        given().transactionally(() -> given().tasks().plan(given().lease(job), List.of(tasks), NOW));
        return given().tasks().ofJob(job.id());
    }

    private static NewTask task(DeletionJob job, int position, String resource, String fence) {
        return new NewTask(
                job.id() + "-00" + position,
                resource,
                "primary",
                "main",
                "postgresql",
                "PRIMARY",
                position,
                true,
                fence,
                Duration.ofSeconds(1));
    }
}
