package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.Intake;
import io.expunge.deletion.IntakeDatabase;
import io.expunge.execution.Instances;
import io.expunge.plan.JdbcRunPartitions;
import io.expunge.plan.RunPartition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I2: for how long a tenant stays closed whose data nothing but a lease fences. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReopeningIT {

    private final IntakeDatabase application;
    private final GivenJobs given = new GivenJobs(ControlDatabases.postgres(), Role.ERASER);
    private final Reopening reopening;
    private final Intake intake;

    @TempDir
    private Path folder;

    private DeletionJob job;

    ReopeningIT() throws SQLException {
        application = new IntakeDatabase();
        intake = application.intake();
        reopening = new Reopening(intake, given.jobs(), new Instances(given.client()));
    }

    @BeforeEach
    void a_job_of_which_a_run_was_to_erase_something() {
        job = given.running("acme", "run-1");
        application
                .client(Role.SUPERUSER)
                .sql(
                        "INSERT INTO expunge_intake.deletion_request (id, tenant_id, generation, reason_code, requested_by,"
                                + " requested_at, last_requested_at) VALUES (:id, 'acme', :generation, 'CLOSED', 'app', now(), now())")
                .param("id", job.id())
                .param("generation", job.generation())
                .update();
        new JdbcRunPartitions(given.client())
                .write(List.of(new RunPartition(
                        ErasureJob.NAME, "run-1", "DERIVED", "one", job.id(), 1, "redis", List.of("1"), 0)));
    }

    @AfterEach
    void close() {
        application.close();
        given.control().close();
    }

    @Test
    void it_is_kept_closed_where_a_resource_is_fenced_by_the_lease_and_nowhere_else() throws IOException {
        reopening.refuse(job, CatalogReader.read(Path.of("jobs", "catalog")));
        assertThat(intake.refusingReopening()).isEmpty();

        reopening.refuse(job, fencedByLease());
        assertThat(intake.refusingReopening()).containsExactly(job.id());
    }

    @Test
    void it_may_be_re_opened_when_the_job_is_over_and_not_before() throws IOException {
        reopening.refuse(job, fencedByLease());

        reopening.allowWhereSafe();
        assertThat(reopening.anyToAllow()).isFalse();
        assertThat(intake.refusingReopening()).containsExactly(job.id());

        over();
        assertThat(reopening.anyToAllow()).isTrue();
        reopening.allowWhereSafe();
        assertThat(intake.refusingReopening()).isEmpty();
    }

    @Test
    void a_job_that_was_let_go_and_is_taken_up_again_keeps_it_closed_again() throws IOException {
        reopening.refuse(job, fencedByLease());
        over();
        reopening.allowWhereSafe();

        reopening.refuse(job, fencedByLease());

        assertThat(intake.refusingReopening()).containsExactly(job.id());
    }

    @Test
    void while_an_execution_that_was_to_work_on_it_has_not_ended_it_stays_closed() throws IOException {
        reopening.refuse(job, fencedByLease());
        over();
        execution("STARTED");
        reopening.allowWhereSafe();
        assertThat(intake.refusingReopening()).containsExactly(job.id());

        given.client()
                .sql("UPDATE expunge.batch_job_execution SET status = 'FAILED'")
                .update();
        reopening.allowWhereSafe();
        assertThat(intake.refusingReopening()).isEmpty();
    }

    private void over() {
        given.client()
                .sql(
                        "UPDATE expunge.deletion_job SET state = 'FAILED', lease_owner = NULL, lease_until = NULL WHERE id = :id")
                .param("id", job.id())
                .update();
    }

    private void execution(String status) {
        given.client()
                .sql("INSERT INTO expunge.batch_job_instance (job_instance_id, version, job_name, job_key)"
                        + " VALUES (1, 0, :job, 'key')")
                .param("job", ErasureJob.NAME)
                .update();
        given.client()
                .sql(
                        "INSERT INTO expunge.batch_job_execution (job_execution_id, version, job_instance_id, create_time, status)"
                                + " VALUES (1, 0, 1, now(), :status)")
                .param("status", status)
                .update();
        given.client()
                .sql("INSERT INTO expunge.batch_job_execution_params"
                        + " (job_execution_id, parameter_name, parameter_type, parameter_value, identifying)"
                        + " VALUES (1, 'runId', 'java.lang.String', 'run-1', 'Y')")
                .update();
    }

    /** The sample, with keys that don't say their generation. */
    private Catalog fencedByLease() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("catalog"));
        try (Stream<Path> files = Files.list(Path.of("jobs", "catalog"))) {
            for (Path file : files.toList()) {
                String text = Files.readString(file);
                boolean cache = file.endsWith("cache.yaml");
                Files.writeString(
                        copy.resolve(file.getFileName()),
                        cache ? text.replace(":g{generation}:*", ":*").replace("fence: name", "fence: lease") : text);
            }
        }
        return CatalogReader.read(copy);
    }
}
