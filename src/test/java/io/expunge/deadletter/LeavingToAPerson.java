package io.expunge.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deadletter.DeadLetter.Resolution;
import io.expunge.deadletter.DeadLetters.LostItem;
import io.expunge.deadletter.RetryDeadLetters.Outcome;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.Claims;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import io.expunge.deletion.NewTask;
import io.expunge.deletion.StaleLease;
import io.expunge.policy.JdbcExceptions;
import io.expunge.policy.JdbcOrders;
import io.expunge.store.Position;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What no retry helps becomes a dead letter, once, and has ways out. */
interface LeavingToAPerson {

    Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));
    ErrorNote POISON = new ErrorNote("main", "POISON", "P0001");
    ErrorNote DENIED = new ErrorNote("main", "DENIED", "42501");
    LostItem ROW = new LostItem("id=7", "behind 7");
    String OWNER = "somebody";

    GivenJobs given();

    @Test
    default void the_same_item_is_counted_on_one_letter_and_another_is_another() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask users = plan(job).get(0);

        assertThat(open(job, users, ROW)).isTrue();
        assertThat(open(job, users, new LostItem("id=7", "behind 7, in another pass")))
                .isTrue();
        assertThat(open(job, users, new LostItem("id=8", "behind 8"))).isTrue();
        open(job, plan(job).get(1), ROW);

        assertThat(letters(false)).extracting(DeadLetter::times).containsExactly(2, 1, 1);
        assertThat(letters(false)).extracting(DeadLetter::itemHash).doesNotHaveDuplicates();
        assertThat(letters(false).toString()).doesNotContain("id=7", "behind");
    }

    @Test
    default void I5_under_a_stale_lease_no_letter_is_written() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask users = plan(job).get(0);
        given().moved(job, new JobMove.AwaitLook(GivenJobs.NOW, GivenJobs.NOW));

        assertThatThrownBy(() -> open(job, users, ROW)).isInstanceOf(StaleLease.class);
        assertThatThrownBy(() -> block(job, users, BlockReason.DENIED, DENIED)).isInstanceOf(StaleLease.class);

        assertThat(letters(true)).isEmpty();
    }

    @Test
    default void a_task_that_is_blocked_has_one_open_letter_with_its_owner_until_it_ends() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask users = plan(job).get(0);

        block(job, users, BlockReason.DENIED, DENIED);
        block(job, users, BlockReason.DENIED, DENIED);

        DeadLetter letter = only(letters(false));
        assertThat(letter.times()).isEqualTo(2);
        assertThat(letter.itemHash()).isEmpty();
        assertThat(letter.error()).isEqualTo(DENIED);
        assertThat(letter.owner()).isEqualTo(CATALOG.resource("main.users").owner());

        given().transactionally(() -> {
            tasks().begin(lease(job), users, Position.NONE, Optional.of(0L), GivenJobs.NOW);
            tasks().end(lease(job), users.id(), Position.NONE, GivenJobs.NOW);
        });

        assertThat(letters(false)).isEmpty();
        assertThat(only(letters(true)).resolution()).contains(Resolution.ERASED);
    }

    @Test
    default void a_poisoned_task_is_spoken_of_by_its_items_alone() {
        DeletionJob job = given().running("acme", "run-1");
        List<DeletionTask> both = plan(job);
        open(job, both.get(0), ROW);

        both.forEach(task -> block(job, task, BlockReason.POISON, POISON));

        assertThat(letters(false))
                .extracting(letter -> letter.taskId() + " " + letter.itemHash().isPresent())
                .containsExactly(both.get(0).id() + " true", both.get(1).id() + " false");
    }

    @Test
    default void a_letter_is_found_by_all_that_is_known_of_it() {
        DeletionJob job = given().running("acme", "run-1");
        open(job, plan(job).get(0), ROW);
        DeadLetter letter = only(letters(false));

        for (Choice choice : List.of(
                Choice.of(letter.id()),
                choice(Optional.of(job.id()), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                choice(Optional.empty(), Optional.of("main"), Optional.empty(), Optional.empty(), Optional.empty()),
                choice(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("main.users"),
                        Optional.empty(),
                        Optional.empty()),
                choice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(OWNER), Optional.empty()),
                choice(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("POISON")))) {
            assertThat(readers().find(choice)).as(choice.toString()).containsExactly(letter);
        }
        for (Choice choice : List.of(
                Choice.of(new DeadLetterId(letter.id().number() + 1)),
                choice(
                        Optional.of("dj_" + "f".repeat(32)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                choice(Optional.empty(), Optional.of("cache"), Optional.empty(), Optional.empty(), Optional.empty()),
                choice(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("nobody"),
                        Optional.empty()))) {
            assertThat(readers().find(choice)).as(choice.toString()).isEmpty();
        }
    }

    @Test
    default void what_is_retried_makes_its_job_due_once_and_opens_anew_when_it_fails_again() {
        DeletionJob job = given().running("acme", "run-1");
        DeletionTask users = plan(job).get(0);
        open(job, users, ROW);
        given().moved(job, new JobMove.Block(BlockReason.POISON, Optional.empty(), Optional.of(POISON)));
        DeadLetterId first = only(letters(false)).id();

        assertThat(retry(first)).isEqualTo(Outcome.RETRIED);
        assertThat(retry(first)).isEqualTo(Outcome.NOTHING_OPEN);

        assertThat(given().find(job.id()).state()).isEqualTo(JobState.WAITING_RETRY);
        assertThat(only(letters(true)).resolution()).contains(Resolution.RETRIED);
        assertThat(owner().sql("SELECT action || ' ' || detail FROM expunge.audit_event")
                        .query(String.class)
                        .list())
                .containsExactly("dead_letter.retried 1 letter, the first " + first);

        DeletionJob again = given().claimed(Claims.by("run-2")).get(0);
        open(again, users, ROW);

        assertThat(letters(true)).hasSize(2);
        assertThat(only(letters(false)).times()).isEqualTo(1);
    }

    @Test
    default void I11_nothing_is_retried_under_a_hold() {
        DeletionJob job = given().running("acme", "run-1");
        open(job, plan(job).get(0), ROW);
        given().moved(job, new JobMove.Block(BlockReason.POISON, Optional.empty(), Optional.of(POISON)));
        owner().sql("""
                        INSERT INTO expunge.legal_hold
                            (reference_key, tenant_ref, action, reason_code, actor, recorded_at)
                        VALUES (:key, :reference, 'PLACED', 'LITIGATION', 'counsel', CURRENT_TIMESTAMP)
                        """)
                .param("key", job.reference().keyName())
                .param("reference", job.reference().value())
                .update();

        assertThat(retry(only(letters(false)).id())).isEqualTo(Outcome.HELD);

        assertThat(letters(false)).hasSize(1);
        assertThat(given().find(job.id()).state()).isEqualTo(JobState.BLOCKED);
    }

    private Outcome retry(DeadLetterId letter) {
        Clock clock = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
        JdbcClient operator = given().control().client(Role.OPERATOR);
        JdbcDeletionJobs jobs = new JdbcDeletionJobs(operator);
        return only(new RetryDeadLetters(
                                new JdbcDeadLetters(operator, jobs, new JdbcExceptions(operator)),
                                jobs,
                                new JdbcOrders(operator),
                                new JdbcAuditTrail(operator, clock),
                                given().control().transaction(Role.OPERATOR),
                                clock)
                        .retry(Choice.of(letter)))
                .outcome();
    }

    private boolean open(DeletionJob job, DeletionTask task, LostItem item) {
        return given().transactionally(() -> erasers().open(lease(job), task, POISON, item, OWNER, GivenJobs.NOW));
    }

    private void block(DeletionJob job, DeletionTask task, BlockReason reason, ErrorNote note) {
        given().transactionally(
                        () -> tasks().block(lease(job), task.id(), reason, Optional.empty(), note, GivenJobs.NOW));
    }

    private Lease lease(DeletionJob job) {
        return given().lease(job);
    }

    private DeadLetters erasers() {
        JdbcClient eraser = given().control().client(Role.ERASER);
        return new JdbcDeadLetters(eraser, given().jobs(), new JdbcExceptions(eraser));
    }

    private DeadLetters readers() {
        JdbcClient compliance = given().control().client(Role.COMPLIANCE);
        return new JdbcDeadLetters(compliance, given().jobs(), new JdbcExceptions(compliance));
    }

    private DeletionTasks tasks() {
        return new TasksWithDeadLetters(given().tasks(), erasers(), given().jobs(), hash -> CATALOG);
    }

    private List<DeadLetter> letters(boolean closedToo) {
        return readers()
                .find(new Choice(
                        Set.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        closedToo));
    }

    private static Choice choice(
            Optional<String> job,
            Optional<String> store,
            Optional<String> resource,
            Optional<String> owner,
            Optional<String> errorClass) {
        return new Choice(Set.of(), job.map(DeletionJobId::new), store, resource, owner, errorClass, false);
    }

    private static <T> T only(List<T> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }

    private JdbcClient owner() {
        return given().control().client(Role.OWNER);
    }

    private List<DeletionTask> plan(DeletionJob job) {
        given().transactionally(() -> given().tasks()
                .plan(lease(job), List.of(task(job, 1, "main.users"), task(job, 2, "main.tickets")), GivenJobs.NOW));
        return given().tasks().ofJob(job.id());
    }

    private static NewTask task(DeletionJob job, int position, String resource) {
        return new NewTask(
                job.id() + "-00" + position,
                resource,
                "primary",
                "main",
                "postgresql",
                "PRIMARY",
                position,
                true,
                "predicate",
                Duration.ofMillis(1500));
    }
}
