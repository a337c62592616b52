package io.expunge.serve;

import java.time.Instant;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobDataMap;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Quartz's side of a fire: at most one of a kind at a time, on whichever node. */
@DisallowConcurrentExecution
final class FireJob implements Job {

    private static final Logger LOG = LoggerFactory.getLogger(FireJob.class);

    private final Fire fire;
    private final FiredWork work;

    FireJob(Fire fire, FiredWork work) {
        this.fire = fire;
        this.work = work;
    }

    @Override
    public void execute(JobExecutionContext context) {
        Instant time = scheduledTime(context);
        LOG.info("fire {}{}", fire.runId(time), context.isRecovering() ? ", taken over from a node that is gone" : "");
        work.fire(fire, time);
    }

    /** Of a fire that is taken over: that of the node that is gone. */
    private static Instant scheduledTime(JobExecutionContext context) {
        JobDataMap data = context.getMergedJobDataMap();
        String original = Scheduler.FAILED_JOB_ORIGINAL_TRIGGER_SCHEDULED_FIRETIME_IN_MILLISECONDS;
        return context.isRecovering() && data.containsKey(original)
                ? Instant.ofEpochMilli(data.getLongValue(original))
                : context.getScheduledFireTime().toInstant();
    }
}
