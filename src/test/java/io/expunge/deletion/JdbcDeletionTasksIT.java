package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the eraser's login, on PostgreSQL; and what the database itself refuses. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcDeletionTasksIT implements WorkingOnTasks {

    private final GivenJobs given = new GivenJobs(ControlDatabases.postgres(), Role.ERASER);

    @Override
    public GivenJobs given() {
        return given;
    }

    @AfterEach
    void close() {
        given.control().close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "required = FALSE",
                "second_look_millis = 0",
                "store = 'another'",
                "location = 'another', round = round + 1",
                "resource_id = 'another', round = round + 1"
            })
    void I3_what_was_planned_can_not_be_bent_afterwards(String change) {
        planned();

        assertThatThrownBy(() -> given.client()
                        .sql("UPDATE expunge.deletion_task SET " + change)
                        .update())
                .hasMessageContaining("what was planned never changes within a round");
    }

    @Test
    void a_plan_that_is_sealed_anew_for_the_next_round_may_differ() {
        planned();

        given.client()
                .sql("UPDATE expunge.deletion_task SET required = FALSE, second_look_millis = 5, round = round + 1")
                .update();
    }

    @Test
    void I3_a_task_is_never_deleted() {
        planned();

        assertThatThrownBy(() -> given.control().execute("DELETE FROM expunge.deletion_task"))
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> given.control().execute("TRUNCATE expunge.deletion_task CASCADE"))
                .hasMessageContaining("append-only");
    }

    private void planned() {
        DeletionJob job = given.running("acme", "run-1");
        NewTask task = new NewTask(
                job.id() + "-001",
                "main.users",
                "primary",
                "main",
                "postgresql",
                "PRIMARY",
                1,
                true,
                "predicate",
                Duration.ofSeconds(1));
        given.transactionally(() -> given.tasks().plan(given.lease(job), List.of(task), GivenJobs.NOW));
    }
}
