package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobStepsTest {

    private static final Clock CLOCK = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));
    private static final JobMove ERASED = new JobMove.AwaitLook(GivenJobs.NOW, GivenJobs.NOW);

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);

    @AfterEach
    void close() {
        control.close();
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

    private JobSteps steps(HeldLeases leases) {
        return new JobSteps(
                given.jobs(),
                leases,
                hash -> CATALOG,
                new JdbcAuditTrail(control.client(Role.ERASER), CLOCK),
                control.newTransaction(Role.ERASER),
                ErasureSettings.defaults(),
                CLOCK);
    }
}
