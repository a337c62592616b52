package io.expunge.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.execution.InstanceLock.Held;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/** At most one runner per job instance, which is a job and its identifying parameters. */
interface LockingAnInstance {

    JobParameters RUN = run("nightly-1").toJobParameters();

    InstanceLock lock();

    static JobParametersBuilder run(String runId) {
        return new JobParametersBuilder().addString("runId", runId);
    }

    @Test
    default void an_instance_is_locked_once_until_it_is_given_back() {
        Held held = lock().tryLock("erasure", RUN).orElseThrow();
        assertThat(lock().tryLock("erasure", RUN)).isEmpty();

        held.close();

        Optional<Held> again = lock().tryLock("erasure", RUN);
        assertThat(again).isPresent();
        again.orElseThrow().close();
    }

    @Test
    default void other_instances_are_free() {
        List<JobParameters> others = List.of(
                run("nightly-2").toJobParameters(),
                run("nightly-1").addString("deletionJobId", "dj_1").toJobParameters(),
                new JobParameters());

        try (Held held = lock().tryLock("erasure", RUN).orElseThrow()) {
            assertThat(others).allSatisfy(other -> {
                Optional<Held> free = lock().tryLock("erasure", other);
                assertThat(free).isPresent();
                free.orElseThrow().close();
            });
            Optional<Held> ofAnotherJob = lock().tryLock("verification", RUN);
            assertThat(ofAnotherJob).isPresent();
            ofAnotherJob.orElseThrow().close();
            assertThat(held).isNotNull();
        }
    }

    @Test
    default void parameters_that_do_not_identify_do_not_count() {
        JobParameters sameInstance =
                run("nightly-1").addString("note", "by hand", false).toJobParameters();

        try (Held held = lock().tryLock("erasure", RUN).orElseThrow()) {
            assertThat(lock().tryLock("erasure", sameInstance)).isEmpty();
            assertThat(held).isNotNull();
        }
    }

    @Test
    default void the_order_of_the_parameters_does_not_count() {
        JobParameters one = run("nightly-1").addString("deletionJobId", "dj_1").toJobParameters();
        JobParameters same = new JobParametersBuilder()
                .addString("deletionJobId", "dj_1")
                .addString("runId", "nightly-1")
                .toJobParameters();

        try (Held held = lock().tryLock("erasure", one).orElseThrow()) {
            assertThat(lock().tryLock("erasure", same)).isEmpty();
            assertThat(held).isNotNull();
        }
    }

    @Test
    default void a_value_that_looks_like_two_parameters_is_another_instance() {
        JobParameters two = new JobParametersBuilder()
                .addString("a", "1")
                .addString("b", "2")
                .toJobParameters();
        JobParameters one = new JobParametersBuilder().addString("a", "1\nb=2").toJobParameters();

        try (Held held = lock().tryLock("erasure", two).orElseThrow()) {
            Optional<Held> free = lock().tryLock("erasure", one);
            assertThat(free).isPresent();
            free.orElseThrow().close();
            assertThat(held).isNotNull();
        }
    }
}
