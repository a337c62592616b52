package io.expunge.execution;

import java.util.Optional;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.step.StepExecution;

/**
 * What identifies an instance of a job of ours.
 *
 * @param runId the scheduled fire, the Kubernetes job's name, or {@code manual-…}
 * @param onlyJob one deletion job, where a person named it
 */
public record RunParameters(String runId, Optional<String> onlyJob) {

    public static final String RUN_ID = "runId";
    public static final String DELETION_JOB_ID = "deletionJobId";

    public static RunParameters of(StepExecution step) {
        return of(step.getJobExecution().getJobParameters());
    }

    public static RunParameters of(JobParameters parameters) {
        String runId = parameters.getString(RUN_ID);
        if (runId == null) {
            throw new IllegalArgumentException("a run needs the parameter " + RUN_ID);
        }
        return new RunParameters(runId, Optional.ofNullable(parameters.getString(DELETION_JOB_ID)));
    }

    public JobParameters toJobParameters() {
        JobParametersBuilder builder = new JobParametersBuilder().addString(RUN_ID, runId);
        onlyJob.ifPresent(job -> builder.addString(DELETION_JOB_ID, job));
        return builder.toJobParameters();
    }
}
