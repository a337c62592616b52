package io.expunge.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.StepExecution;

/** I7: a failed step's exit message says which exception it was and where, and nothing that it said. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExitMessagesTest {

    private static final String MARKER = "zq7-marker-9xk";

    @Test
    void the_texts_of_exceptions_and_of_their_causes_are_left_out() {
        ExitStatus failed = ExitStatus.FAILED.addExitDescription(new IllegalStateException(
                "Key (tenant_id)=(" + MARKER + ")\n  Where: a line of its own, " + MARKER,
                new java.sql.SQLException("Failing row contains (" + MARKER + ")")));

        String message = ExitMessages.withoutTexts(failed.getExitDescription());

        assertThat(message)
                .doesNotContain(MARKER, "Where", "Failing")
                .startsWith("java.lang.IllegalStateException")
                .contains("Caused by: java.sql.SQLException", "at io.expunge.execution.ExitMessagesTest");
    }

    @Test
    void what_we_say_ourselves_stays() {
        assertThat(ExitMessages.withoutTexts("its runner died")).isEqualTo("its runner died");
        assertThat(ExitMessages.withoutTexts("")).isEmpty();
    }

    @Test
    void whatever_is_written_goes_through_it() {
        JobExecution job = new JobExecution(1, new JobInstance(1, "erasureJob"), new JobParameters());
        StepExecution step = new StepExecution(1, "claimDueJobs", job);
        job.setExitStatus(ExitStatus.FAILED.addExitDescription(new IllegalStateException(MARKER)));
        step.setExitStatus(ExitStatus.FAILED.addExitDescription(new IllegalStateException(MARKER)));

        ExitMessages.quiet(new ResourcelessJobRepository()).update(job);
        ExitMessages.quiet(new ResourcelessJobRepository()).update(step);

        assertThat(job.getExitStatus().getExitDescription()).doesNotContain(MARKER);
        assertThat(step.getExitStatus().getExitDescription()).doesNotContain(MARKER);
        assertThat(step.getExitStatus().getExitCode()).isEqualTo("FAILED");
    }
}
