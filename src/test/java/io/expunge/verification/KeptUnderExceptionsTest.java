package io.expunge.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.NewTask;
import io.expunge.deletion.TaskState;
import io.expunge.evidence.Control;
import io.expunge.evidence.DriftCheck;
import io.expunge.evidence.Look;
import io.expunge.evidence.Verdict;
import io.expunge.store.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I3, in code: what the eraser left under an exception, on the way to VERIFIED. The database decides the same once more. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeptUnderExceptionsTest {

    private static final Instant NOW = GivenJobs.NOW;
    private static final Duration SECOND_LOOK = Duration.ofSeconds(2);

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);
    private final Set<String> sealed = new HashSet<>(Set.of("look-1", "look-2"));

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void two_looks_that_found_no_more_than_may_stay_verify_it() {
        DeletionJob job = kept();

        assertThat(decide(job, 3, look("look-1", 1, Verdict.RETAINED, 3), look("look-2", 10, Verdict.RETAINED, 3)))
                .isInstanceOf(JobMove.Verify.class);
        assertThat(decide(job, 3, look("look-1", 1, Verdict.RETAINED, 3), look("look-2", 10, Verdict.EMPTY, 0)))
                .isInstanceOf(JobMove.Verify.class);
        assertThat(decide(job, 3, look("look-2", 1, Verdict.RETAINED, 3))).isInstanceOf(JobMove.LookAgain.class);
    }

    @Test
    void what_may_no_longer_stay_when_it_is_decided_goes_back_to_be_erased() {
        DeletionJob job = kept();

        assertThat(decide(job, 2, look("look-1", 1, Verdict.RETAINED, 3), look("look-2", 10, Verdict.RETAINED, 3)))
                .isEqualTo(new JobMove.NextRound(NOW, new ErrorNote("main", "EXCEPTION_OVER", "3 kept in main.users")));
        assertThat(decide(job, 0, look("look-1", 1, Verdict.RETAINED, 3), look("look-2", 10, Verdict.RETAINED, 3)))
                .isInstanceOf(JobMove.NextRound.class);
    }

    /** Found by the fault matrix: the database refused what the code had decided, and called it a fault of ours. */
    @Test
    void a_look_of_a_run_that_broke_off_before_its_seal_proves_nothing() {
        DeletionJob job = kept();
        sealed.remove("look-1");

        assertThat(decide(job, 3, look("look-1", 1, Verdict.RETAINED, 3), look("look-2", 10, Verdict.EMPTY, 0)))
                .isInstanceOf(JobMove.LookAgain.class);
    }

    @Test
    void what_is_more_is_residue() {
        assertThat(decide(kept(), 3, look("look-1", 1, Verdict.RETAINED, 3), look("look-2", 10, Verdict.RESIDUE, 4)))
                .isInstanceOf(JobMove.NextRound.class);
    }

    private JobMove decide(DeletionJob job, long mayStay, Look... looks) {
        return new Gate(VerificationSettings.defaults(), "look-2", NOW, sealed::contains)
                .decide(
                        job,
                        given.tasks().ofJob(job.id()),
                        given.tasks().receipts(job.id(), 1),
                        List.of(looks),
                        List.of(new DriftCheck(
                                "look-2",
                                job.catalogHash(),
                                "main",
                                DriftCheck.Outcome.CLEAN,
                                Optional.empty(),
                                "",
                                NOW)),
                        task -> mayStay);
    }

    private Look look(String run, int secondsLater, Verdict verdict, long remaining) {
        return new Look(
                secondsLater,
                run,
                taskId(),
                1,
                verdict,
                verdict == Verdict.EMPTY ? Optional.empty() : Optional.of("EXCEPTION"),
                Optional.empty(),
                remaining,
                Control.SEEN,
                NOW.plusSeconds(secondsLater));
    }

    private String taskId() {
        return given.accepted("acme").id() + "-001";
    }

    /** A job whose only task ended RETAINED, with its receipt. */
    private DeletionJob kept() {
        DeletionJob job = given.running("acme", "run-1");
        given.transactionally(() -> {
            given.tasks()
                    .plan(
                            given.lease(job),
                            List.of(new NewTask(
                                    taskId(),
                                    "main.users",
                                    "primary",
                                    "main",
                                    "postgresql",
                                    "PRIMARY",
                                    1,
                                    true,
                                    "predicate",
                                    SECOND_LOOK)),
                            NOW);
            DeletionTask task = given.tasks().ofJob(job.id()).get(0);
            given.tasks().begin(given.lease(job), task, Position.NONE, Optional.of(3L), NOW);
            given.tasks().retain(given.lease(job), task.id(), Position.NONE, NOW);
        });
        assertThat(given.tasks().ofJob(job.id()).get(0).state()).isEqualTo(TaskState.RETAINED);
        assertThat(given.tasks().receipts(job.id(), 1).get(0).endState()).isEqualTo(TaskState.RETAINED);
        return given.moved(job, new JobMove.AwaitLook(NOW, NOW));
    }
}
