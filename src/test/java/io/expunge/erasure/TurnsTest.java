package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.Location;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.NewTask;
import io.expunge.store.Scope;
import io.expunge.store.Subject;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I9: jobs that share a partition take turns. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TurnsTest {

    private static final Duration TURN = Duration.ofSeconds(30);
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);
    private final Deque<TaskGroup> groups = new ArrayDeque<>();
    private Instant now = GivenJobs.NOW;
    private final Turns turns = new Turns(TURN, new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("in UTC only");
        }
    });

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void who_has_worked_for_a_turn_goes_behind_the_others_with_all_its_tasks_in_their_order() {
        List<TaskGroup> giant = groupsOf("acme", "main.users", "main.accounts");
        List<TaskGroup> small = groupsOf("hooli", "main.users", "main.accounts");

        passOnAfter(Duration.ZERO);
        passOnAfter(TURN.minusMillis(1));
        assertThat(groups).containsExactly(giant.get(0), giant.get(1), small.get(0), small.get(1));

        passOnAfter(Duration.ofMillis(1));
        assertThat(groups).containsExactly(small.get(0), small.get(1), giant.get(0), giant.get(1));

        passOnAfter(TURN);
        assertThat(groups).containsExactly(giant.get(0), giant.get(1), small.get(0), small.get(1));
    }

    @Test
    void the_next_of_its_tasks_is_the_same_turn() {
        List<TaskGroup> giant = groupsOf("acme", "main.users", "main.accounts");
        List<TaskGroup> small = groupsOf("hooli", "main.users");
        passOnAfter(Duration.ZERO);

        groups.removeFirst();
        passOnAfter(TURN.minusMillis(1));
        assertThat(groups).containsExactly(giant.get(1), small.get(0));
        passOnAfter(Duration.ofMillis(1));

        assertThat(groups).containsExactly(small.get(0), giant.get(1));
    }

    @Test
    void who_comes_after_one_that_is_done_has_a_whole_turn() {
        groupsOf("acme", "main.users");
        List<TaskGroup> small = groupsOf("hooli", "main.users");
        List<TaskGroup> other = groupsOf("globex", "main.users");
        passOnAfter(Duration.ZERO);

        groups.removeFirst();
        passOnAfter(TURN.minusMillis(1));
        passOnAfter(TURN.minusMillis(1));

        assertThat(groups).containsExactly(small.get(0), other.get(0));
    }

    @Test
    void who_is_alone_goes_on() {
        List<TaskGroup> alone = groupsOf("acme", "main.users", "main.accounts");
        passOnAfter(Duration.ZERO);

        passOnAfter(TURN.multipliedBy(3));

        assertThat(groups).containsExactlyElementsOf(alone);
    }

    private void passOnAfter(Duration time) {
        now = now.plus(time);
        turns.passOn(groups);
    }

    private List<TaskGroup> groupsOf(String tenant, String... resources) {
        DeletionJob job = given.running(tenant, "run-1");
        List<NewTask> tasks = new java.util.ArrayList<>();
        for (String resource : resources) {
            tasks.add(new NewTask(
                    job.id() + "-00" + tasks.size(),
                    resource,
                    "primary",
                    "main",
                    "postgresql",
                    "PRIMARY",
                    tasks.size(),
                    true,
                    "predicate",
                    Duration.ZERO));
        }
        given.transactionally(() -> given.tasks().plan(given.lease(job), tasks, GivenJobs.NOW));
        List<TaskGroup> made = given.tasks().ofJob(job.id()).stream()
                .map(task -> group(job, task))
                .toList();
        groups.addAll(made);
        return made;
    }

    private TaskGroup group(DeletionJob job, DeletionTask task) {
        Scope scope = new Scope(CATALOG, CATALOG.resource(task.resourceId()), new Location("primary", "main"));
        Subject subject =
                new Subject(job.tenantId(), job.generation(), job.tenantId().value());
        return new TaskGroup(scope, List.of(new Member(task, job, given.lease(job), subject)));
    }
}
