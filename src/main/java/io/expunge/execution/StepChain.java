package io.expunge.execution;

import java.util.List;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.FlowBuilder;
import org.springframework.batch.core.job.builder.FlowJobBuilder;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.step.Step;

/**
 * A job's steps one after the other: a step that ends FAILED fails the job, one that was stopped stops it, and anything else,
 * WORK_LEFT above all, leads to the next. The last must end COMPLETED, or the job fails and can be restarted.
 */
public final class StepChain {

    private StepChain() {}

    /** @param steps at least two */
    public static Job of(JobBuilder job, List<Step> steps) {
        Step last = steps.get(steps.size() - 1);
        FlowBuilder<FlowJobBuilder> flow = job.start(steps.get(0)).on("FAILED").fail();
        for (int i = 0; i < steps.size() - 1; i++) {
            Step step = steps.get(i);
            if (i > 0) {
                flow = flow.from(step).on("FAILED").fail();
            }
            flow = flow.from(step).on("STOPPED").stop();
            flow = flow.from(step).on("*").to(steps.get(i + 1));
        }
        flow = flow.from(last).on("COMPLETED").end();
        return flow.from(last).on("*").fail().end().build();
    }
}
