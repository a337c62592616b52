package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.notify.Announcements;
import io.expunge.notify.JdbcOutbox;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** I9: what a step does when one of its jobs makes it fail in a way that nobody foresaw. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JobStepsTest {

    private static final Clock CLOCK = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));
    private static final JobMove ERASED = new JobMove.AwaitLook(GivenJobs.NOW, GivenJobs.NOW);

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);
    private final List<String> walked = new ArrayList<>();

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void a_fault_at_one_job_stops_no_other() {
        DeletionJob odd = given.running("acme", "run-1");
        List<DeletionJob> others = List.of(given.running("hooli", "run-1"), given.running("globex", "run-1"));

        walk(odd, new IllegalStateException("about acme"));

        assertThat(walked)
                .containsExactlyInAnyOrderElementsOf(
                        others.stream().map(DeletionJob::id).toList());
        assertThat(given.find(odd.id()).state()).isEqualTo(JobState.WAITING_RETRY);
        assertThat(others)
                .allSatisfy(job -> assertThat(given.find(job.id()).state()).isEqualTo(JobState.RUNNING));
    }

    @Test
    void I7_the_exceptions_name_is_told_and_its_text_is_not() {
        DeletionJob odd = given.running("acme", "run-1");

        walk(odd, new IllegalStateException("about acme"));

        assertThat(control.client(Role.OWNER)
                        .sql("SELECT last_error_store || ' ' || last_error_class || ' ' || last_error_code"
                                + " FROM expunge.job_status")
                        .query(String.class)
                        .single())
                .isEqualTo("control FAULT IllegalStateException");
        assertThat(control.client(Role.OWNER)
                        .sql("SELECT COUNT(*) FROM expunge.audit_event WHERE detail LIKE '%acme%'")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void a_job_that_meets_one_in_run_after_run_is_left_to_a_person() {
        int budget = ErasureSettings.defaults().retryLater().budget().retries();
        DeletionJob job = given.running("acme", "run-1");
        for (int waits = 1; waits < budget; waits++) {
            given.moved(job, new JobMove.Wait(GivenJobs.NOW, new ErrorNote("control", "FAULT", "X")));
            job = given.claimed(io.expunge.deletion.Claims.by("run-1")).get(0);
        }

        walk(job, new IllegalStateException("about acme"));

        assertThat(given.find(job.id()).blockReason()).contains(BlockReason.FAULT);
    }

    @Test
    void trouble_of_the_control_database_is_everybodys_and_ends_the_step() {
        DeletionJob job = given.running("acme", "run-1");

        assertThatThrownBy(() -> walk(job, new DataAccessResourceFailureException("gone")))
                .isInstanceOf(DataAccessResourceFailureException.class);

        assertThat(given.find(job.id()).state()).isEqualTo(JobState.RUNNING);
    }

    /** Found by the explorer of the spine: a move that leads nowhere from BLOCKED ended the step for all. */
    @Test
    void I5_I9_a_job_that_another_run_took_over_and_blocked_is_let_go_and_the_others_are_moved() {
        DeletionJob taken = given.running("acme", "run-1");
        DeletionJob kept = given.running("acme2", "run-1");
        HeldLeases leases = new HeldLeases(given.lease(taken).owner());
        leases.add(given.lease(taken));
        leases.add(given.lease(kept));
        control.client(Role.OWNER)
                .sql("UPDATE expunge.deletion_job SET state = 'BLOCKED', block_reason = 'HELD', run_id = 'run-2',"
                        + " lease_token = lease_token + 1, lease_owner = NULL WHERE id = :id")
                .param("id", taken.id())
                .update();

        steps(leases).forEachHeld("run-1", held -> held.move(ERASED));

        assertThat(given.find(taken.id()).blockReason()).isEqualTo(Optional.of(BlockReason.HELD));
        assertThat(given.find(kept.id()).state()).isEqualTo(JobState.AWAITING_VERIFICATION);
        assertThat(leases.isEmpty()).isTrue();
    }

    private void walk(DeletionJob odd, RuntimeException fault) {
        HeldLeases leases = new HeldLeases(given.lease(odd).owner());
        given.jobs().ofRun("run-1").forEach(job -> leases.add(given.lease(job)));
        steps(leases).forEachHeld("run-1", held -> {
            if (held.job().id().equals(odd.id())) {
                throw fault;
            }
            walked.add(held.job().id());
        });
    }

    private JobSteps steps(HeldLeases leases) {
        return new JobSteps(
                given.jobs(),
                leases,
                hash -> CATALOG,
                new JdbcAuditTrail(control.client(Role.ERASER), CLOCK),
                new Announcements(
                        new JdbcOutbox(control.client(Role.ERASER), List.of()),
                        given.tasks(),
                        hash -> CATALOG,
                        id -> Optional.empty(),
                        1),
                control.newTransaction(Role.ERASER),
                ErasureSettings.defaults(),
                CLOCK);
    }
}
