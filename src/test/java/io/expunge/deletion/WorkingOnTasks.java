package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;

/** What the eraser writes of its work, all of it under its lease (I5). */
interface WorkingOnTasks {

    Instant NOW = GivenJobs.NOW;
    Position HORIZON = new Position("system/1/horizon");
    Position ERASED_AT = new Position("system/1/erased");
    ResumePoint BEHIND_KEY = new ResumePoint("key-42");
    ErrorNote WHY = new ErrorNote("main", "UNAVAILABLE", "08006");
    RetryBudget BUDGET = new RetryBudget(3, 5);

    GivenJobs given();

    @Test
    default void a_plan_is_written_once_whatever_is_planned_later() {
        DeletionJob job = given().running("acme", "run-1");
        plan(job);
        List<DeletionTask> before = given().tasks().ofJob(job.id());

        given().transactionally(() -> given().tasks()
                .plan(given().lease(job), List.of(task(job, 1, "main.tickets", false)), NOW.plusSeconds(5)));

        assertThat(before).extracting(DeletionTask::resourceId).containsExactly("main.tickets", "main.users");
        assertThat(before).allMatch(task -> task.state() == TaskState.PENDING && task.round() == 1);
        assertThat(before.get(0).secondLook()).isEqualTo(Duration.ofMillis(1500));
        assertThat(given().tasks().ofJob(job.id())).isEqualTo(before);
    }

    @Test
    default void a_task_goes_from_its_first_slice_to_its_receipt() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);
        DeletionTask task = plan(job).get(0);

        given().transactionally(() -> {
            given().tasks().begin(lease, task, HORIZON, Optional.of(12L), NOW);
            given().tasks().progress(lease, task.id(), 10, BEHIND_KEY, true, NOW);
        });
        DeletionTask half = find(task);
        given().transactionally(() -> {
            given().tasks().progress(lease, task.id(), 2, ResumePoint.START, false, NOW);
            given().tasks().end(lease, task.id(), ERASED_AT, NOW);
        });
        DeletionTask ended = find(task);

        assertThat(half.state()).isEqualTo(TaskState.RUNNING);
        assertThat(half.resumePoint()).isEqualTo(BEHIND_KEY);
        assertThat(half.sweepAgain()).isTrue();
        assertThat(half.erased()).isEqualTo(10);
        assertThat(ended.state()).isEqualTo(TaskState.ERASED);
        assertThat(ended.resumePoint()).isEqualTo(ResumePoint.START);
        assertThat(ended.sweepAgain()).isFalse();
        assertThat(given().tasks().receipts(job.id(), 1)).singleElement().satisfies(receipt -> {
            assertThat(receipt.taskId()).isEqualTo(task.id());
            assertThat(receipt.endState()).isEqualTo(TaskState.ERASED);
            assertThat(receipt.erased()).isEqualTo(12);
            assertThat(receipt.horizon()).isEqualTo(HORIZON);
            assertThat(receipt.position()).isEqualTo(ERASED_AT);
            assertThat(receipt.runId()).isEqualTo("run-1");
            assertThat(receipt.leaseToken()).isEqualTo(lease.token());
            assertThat(receipt.recordedAt()).isEqualTo(NOW);
        });
    }

    @Test
    default void what_was_never_there_ends_as_absent() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);

        ended(job, task);

        assertThat(find(task).state()).isEqualTo(TaskState.ALREADY_ABSENT);
        assertThat(given().tasks().receipts(job.id(), 1))
                .extracting(Receipt::endState)
                .containsExactly(TaskState.ALREADY_ABSENT);
    }

    @Test
    default void the_horizon_and_the_baseline_of_a_round_are_those_of_its_first_slice() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);
        given().transactionally(() -> given().tasks().begin(given().lease(job), task, HORIZON, Optional.of(12L), NOW));

        given().transactionally(() ->
                given().tasks().begin(given().lease(job), task, new Position("later"), Optional.of(3L), NOW));

        assertThat(find(task).horizon()).contains(HORIZON);
        assertThat(find(task).baseline()).contains(12L);
    }

    @Test
    default void a_task_ends_once_in_a_round() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);
        ended(job, task);

        assertThatThrownBy(() -> ended(job, task)).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(given().tasks().receipts(job.id(), 1)).hasSize(1);
    }

    @Test
    default void a_new_round_begins_every_task_anew_and_keeps_what_was_counted() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);
        List<DeletionTask> tasks = plan(job);
        given().transactionally(() -> {
            given().tasks().begin(lease, tasks.get(0), HORIZON, Optional.of(12L), NOW);
            given().tasks().progress(lease, tasks.get(0).id(), 12, ResumePoint.START, false, NOW);
            given().tasks().end(lease, tasks.get(0).id(), ERASED_AT, NOW);
            given().tasks().begin(lease, tasks.get(1), HORIZON, Optional.empty(), NOW);
            given().tasks().progress(lease, tasks.get(1).id(), 1, BEHIND_KEY, true, NOW);
            given().tasks().block(lease, tasks.get(1).id(), BlockReason.REOPENED, Optional.of(2), WHY, NOW);
        });

        given().transactionally(() -> given().tasks().enterRound(lease, 2));

        assertThat(given().tasks().ofJob(job.id())).allSatisfy(task -> {
            assertThat(task.state()).isEqualTo(TaskState.PENDING);
            assertThat(task.round()).isEqualTo(2);
            assertThat(task.horizon()).isEmpty();
            assertThat(task.resumePoint()).isEqualTo(ResumePoint.START);
            assertThat(task.sweepAgain()).isFalse();
            assertThat(task.blockReason()).isEmpty();
            assertThat(task.generationMet()).isEmpty();
            assertThat(task.lastError()).isEmpty();
        });
        assertThat(find(tasks.get(0)).erased()).isEqualTo(12);
        assertThat(given().tasks().receipts(job.id(), 2)).isEmpty();

        ended(job, tasks.get(0));
        assertThat(given().tasks().receipts(job.id(), 2))
                .extracting(Receipt::erased)
                .containsExactly(0L);
        assertThat(given().tasks().receipts(job.id(), 1))
                .extracting(Receipt::erased)
                .containsExactly(12L);
    }

    @Test
    default void entering_the_same_round_again_changes_nothing() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);
        ended(job, task);
        List<?> before = everyTask();

        given().transactionally(() -> given().tasks().enterRound(given().lease(job), 1));

        assertThat(everyTask()).isEqualTo(before);
    }

    @Test
    default void a_parked_task_keeps_where_it_stood_and_an_ended_one_is_not_parked() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);
        List<DeletionTask> tasks = plan(job);
        ended(job, tasks.get(1));
        given().transactionally(() -> {
            given().tasks().begin(lease, tasks.get(0), HORIZON, Optional.empty(), NOW);
            given().tasks().progress(lease, tasks.get(0).id(), 5, BEHIND_KEY, false, NOW);
        });

        given().transactionally(() -> tasks.forEach(task -> given().tasks().park(lease, task.id(), WHY, BUDGET, NOW)));

        assertThat(find(tasks.get(0)).state()).isEqualTo(TaskState.WAITING_RETRY);
        assertThat(find(tasks.get(0)).resumePoint()).isEqualTo(BEHIND_KEY);
        assertThat(find(tasks.get(0)).lastError()).contains(WHY);
        assertThat(find(tasks.get(1)).state()).isEqualTo(TaskState.ALREADY_ABSENT);
    }

    @ParameterizedTest
    @CsvSource({
        "CONTENDED, 3, RETRIES",
        "AMBIGUOUS, 3, RETRIES",
        "DISTURBED, 3, RETRIES",
        "FAULT, 3, FAULT",
        "THROTTLED, 5, RETRIES"
    })
    default void a_task_that_fails_for_a_passing_reason_in_run_after_run_is_left_to_a_person(
            String errorClass, int tries, BlockReason reason) {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);

        for (int again = 1; again < tries; again++) {
            assertThat(parked(job, task, errorClass)).as("try " + again).isEmpty();
            assertThat(find(task).state()).isEqualTo(TaskState.WAITING_RETRY);
        }

        assertThat(parked(job, task, errorClass)).contains(reason);
        assertThat(find(task).state()).isEqualTo(TaskState.BLOCKED);
        assertThat(find(task).blockReason()).contains(reason);
        assertThat(find(task).isOutOfBudget()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNAVAILABLE", "PAUSED", "DEPENDS"})
    default void I9_what_is_no_fault_of_the_tasks_spends_nothing(String errorClass) {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);
        parked(job, task, "CONTENDED");
        parked(job, task, "THROTTLED");

        for (int again = 0; again < 30; again++) {
            assertThat(parked(job, task, errorClass)).isEmpty();
        }

        assertThat(spent(task)).isEqualTo(Map.of("spent_retries", 1, "spent_throttles", 1));
    }

    @Test
    default void a_task_that_erased_something_meanwhile_is_not_stuck() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);

        for (int again = 0; again < 30; again++) {
            given().transactionally(
                            () -> given().tasks().progress(given().lease(job), task.id(), 1, BEHIND_KEY, false, NOW));
            assertThat(parked(job, task, "CONTENDED")).isEmpty();
        }

        assertThat(spent(task)).isEqualTo(Map.of("spent_retries", 1, "spent_throttles", 0));
    }

    /** Whoever writes into a closed tenant gives every pass something to erase. */
    @Test
    default void a_task_that_is_disturbed_in_every_run_is_stuck_however_much_it_erases() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);
        Optional<BlockReason> blocked = Optional.empty();

        for (int again = 0; again < BUDGET.retries(); again++) {
            given().transactionally(
                            () -> given().tasks().progress(given().lease(job), task.id(), 1, BEHIND_KEY, false, NOW));
            blocked = parked(job, task, "DISTURBED");
        }

        assertThat(blocked).contains(BlockReason.RETRIES);
    }

    @Test
    default void a_person_who_resumes_the_job_gives_the_budget_back_and_nobody_else_does() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);
        for (int again = 0; again < BUDGET.retries(); again++) {
            parked(job, task, "CONTENDED");
        }
        given().transactionally(() -> given().tasks().enterRound(given().lease(job), 1));
        assertThat(find(task).blockReason()).contains(BlockReason.RETRIES);

        DeletionJob blocked =
                given().moved(job, new JobMove.Block(BlockReason.RETRIES, Optional.empty(), Optional.empty()));
        given().transactionally(() -> given().jobs().resume(blocked, NOW));
        DeletionJob again = given().claimed(Claims.by("run-2")).get(0);
        given().transactionally(() -> given().tasks().enterRound(given().lease(again), 1));

        assertThat(find(task).state()).isEqualTo(TaskState.PENDING);
        assertThat(find(task).blockReason()).isEmpty();
        assertThat(spent(task)).isEqualTo(Map.of("spent_retries", 0, "spent_throttles", 0));
        assertThat(parked(again, task, "CONTENDED")).isEmpty();
    }

    @Test
    default void a_blocked_task_says_why() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);

        given().transactionally(() ->
                given().tasks().block(given().lease(job), task.id(), BlockReason.REOPENED, Optional.of(2), WHY, NOW));

        assertThat(find(task).state()).isEqualTo(TaskState.BLOCKED);
        assertThat(find(task).blockReason()).contains(BlockReason.REOPENED);
        assertThat(find(task).generationMet()).contains(2);
    }

    @Test
    default void a_blocked_task_begins_anew_with_the_next_run_and_is_then_parked_like_any_other() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);
        DeletionTask task = plan(job).get(0);
        given().transactionally(
                        () -> given().tasks().block(lease, task.id(), BlockReason.HELD, Optional.empty(), WHY, NOW));

        given().transactionally(() -> given().tasks().enterRound(lease, 1));
        assertThat(find(task).state()).isEqualTo(TaskState.PENDING);
        assertThat(find(task).blockReason()).isEmpty();

        given().transactionally(() -> given().tasks().park(lease, task.id(), WHY, BUDGET, NOW));
        assertThat(find(task).state()).isEqualTo(TaskState.WAITING_RETRY);
    }

    @Test
    default void I9_a_pause_is_not_counted_as_a_failure() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);
        DeletionTask task = plan(job).get(0);

        given().transactionally(() ->
                given().tasks().park(lease, task.id(), new ErrorNote("main", "PAUSED", "paused"), BUDGET, NOW));
        assertThat(failures(task)).isZero();

        given().transactionally(() -> given().tasks().park(lease, task.id(), WHY, BUDGET, NOW));
        assertThat(failures(task)).isEqualTo(1);
    }

    private int failures(DeletionTask task) {
        return given().client()
                .sql("SELECT failures FROM expunge.deletion_task WHERE id = :id")
                .param("id", task.id())
                .query(Integer.class)
                .single();
    }

    @Test
    default void retries_are_counted_apart_from_throttling() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask task = plan(job).get(0);

        given().transactionally(() -> {
            given().tasks().countRetry(given().lease(job), task.id(), false);
            given().tasks().countRetry(given().lease(job), task.id(), true);
        });

        assertThat(given().client()
                        .sql("SELECT retries, throttled FROM expunge.deletion_task WHERE id = :id")
                        .param("id", task.id())
                        .query()
                        .singleRow())
                .isEqualTo(Map.of("retries", 2, "throttled", 1));
    }

    @Test
    default void I5_under_a_stale_lease_nothing_is_written() {
        DeletionJob job = given().running("acme", "run-1");
        Lease stale = given().lease(job);
        List<DeletionTask> tasks = plan(job);
        given().leaseIsOver(job);
        given().claimed(Claims.by("run-2"));

        nothingIsWritten(StaleLease.class, job, tasks.get(0), stale);
    }

    @Test
    default void I5_once_the_job_no_longer_runs_nothing_is_written() {
        DeletionJob job = given().running("acme", "run-1");
        Lease lease = given().lease(job);
        List<DeletionTask> tasks = plan(job);
        given().moved(job, new JobMove.AwaitLook(NOW, NOW));

        nothingIsWritten(StaleLease.class, job, tasks.get(0), lease);
    }

    @Test
    default void I5_a_lease_on_one_job_gives_no_right_to_anothers_tasks() {
        DeletionJob own = given().running("acme", "run-1");
        DeletionJob other = given().running("hooli", "run-1");
        DeletionTask others = plan(other).get(0);
        Lease lease = given().lease(own);
        List<?> before = everyTask();

        everyWrite(own, others, lease).forEach((what, write) -> {
            if (what.startsWith("of a task")) {
                try {
                    given().transactionally(write);
                } catch (IllegalStateException refused) {
                    assertThat(refused).hasMessageContaining("expected to change one task");
                }
                assertThat(everyTask()).as(what).isEqualTo(before);
            }
        });
        assertThat(given().tasks().receipts(other.id(), 1)).isEmpty();
    }

    private void nothingIsWritten(Class<? extends Exception> refusal, DeletionJob job, DeletionTask task, Lease lease) {
        List<?> before = everyTask();

        everyWrite(job, task, lease)
                .forEach((what, write) -> assertThatThrownBy(() -> given().transactionally(write))
                        .as(what)
                        .isInstanceOf(refusal));

        assertThat(everyTask()).isEqualTo(before);
        assertThat(given().tasks().receipts(job.id(), 1)).isEmpty();
    }

    private Map<String, Runnable> everyWrite(DeletionJob job, DeletionTask task, Lease lease) {
        DeletionTasks tasks = given().tasks();
        return Map.of(
                "of a plan", () -> tasks.plan(lease, List.of(task(job, 9, "main.more", true)), NOW),
                "of a round", () -> tasks.enterRound(lease, 2),
                "of a task: begin", () -> tasks.begin(lease, task, HORIZON, Optional.of(1L), NOW),
                "of a task: progress", () -> tasks.progress(lease, task.id(), 1, BEHIND_KEY, true, NOW),
                "of a task: end", () -> tasks.end(lease, task.id(), ERASED_AT, NOW),
                "of a task: park", () -> tasks.park(lease, task.id(), WHY, BUDGET, NOW),
                "of a task: block", () -> tasks.block(lease, task.id(), BlockReason.HELD, Optional.empty(), WHY, NOW),
                "of a task: retry", () -> tasks.countRetry(lease, task.id(), true));
    }

    private List<DeletionTask> plan(DeletionJob job) {
        given().transactionally(() -> given().tasks()
                .plan(
                        given().lease(job),
                        List.of(task(job, 1, "main.tickets", true), task(job, 2, "main.users", true)),
                        NOW));
        return given().tasks().ofJob(job.id());
    }

    private static NewTask task(DeletionJob job, int position, String resource, boolean required) {
        return new NewTask(
                job.id() + "-00" + position,
                resource,
                "primary",
                "main",
                "postgresql",
                "PRIMARY",
                position,
                required,
                "predicate",
                Duration.ofMillis(1500));
    }

    private void ended(DeletionJob job, DeletionTask task) {
        given().transactionally(() -> {
            given().tasks().begin(given().lease(job), task, HORIZON, Optional.of(0L), NOW);
            given().tasks().end(given().lease(job), task.id(), ERASED_AT, NOW);
        });
    }

    private Optional<BlockReason> parked(DeletionJob job, DeletionTask task, String errorClass) {
        return given().transactionally(() -> given().tasks()
                .park(given().lease(job), task.id(), new ErrorNote("main", errorClass, "code"), BUDGET, NOW));
    }

    private Map<String, Object> spent(DeletionTask task) {
        return given().client()
                .sql("SELECT spent_retries, spent_throttles FROM expunge.deletion_task WHERE id = :id")
                .param("id", task.id())
                .query()
                .singleRow();
    }

    private DeletionTask find(DeletionTask task) {
        return given().tasks().find(List.of(task.id())).get(0);
    }

    private List<?> everyTask() {
        return given().client()
                .sql("SELECT * FROM expunge.deletion_task ORDER BY id")
                .query()
                .listOfRows();
    }
}
