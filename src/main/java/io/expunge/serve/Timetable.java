package io.expunge.serve;

import io.expunge.schedule.Cron;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.quartz.CronScheduleBuilder;
import org.quartz.CronTrigger;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.ObjectAlreadyExistsException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When each kind of work is fired.
 *
 * @param times one for every {@link Fire}
 */
public record Timetable(Map<Fire, Entry> times) {

    private static final Logger LOG = LoggerFactory.getLogger(Timetable.class);
    private static final String GROUP = "expunge";

    public Timetable {
        times = Map.copyOf(times);
        if (times.size() != Fire.values().length) {
            throw new IllegalArgumentException("a time for every kind of fire");
        }
    }

    /** By the clocks of a zone. */
    public record Entry(Cron cron, ZoneId zone) {
        @Override
        public String toString() {
            return cron + " " + zone;
        }
    }

    /** For people, in the order of the kinds. */
    @Override
    public String toString() {
        return Arrays.stream(Fire.values())
                .map(fire -> fire.name().toLowerCase(Locale.ROOT) + " at " + times.get(fire))
                .collect(Collectors.joining(", "));
    }

    /**
     * Writes it where all nodes read it. What stands there already is left as it is, so that a fire that was missed is
     * noticed; what stands there otherwise is replaced from now on.
     */
    void install(Scheduler scheduler, Instant now) throws SchedulerException {
        for (Fire fire : Fire.values()) {
            scheduler.addJob(job(fire), true);
            CronTrigger wanted = trigger(fire, now);
            Trigger there = scheduler.getTrigger(wanted.getKey());
            if (there == null) {
                add(scheduler, wanted);
            } else if (!isSame(there, wanted)) {
                LOG.info("{} is scheduled anew: {}", fire, times.get(fire));
                scheduler.rescheduleJob(wanted.getKey(), wanted);
            }
        }
    }

    private static void add(Scheduler scheduler, CronTrigger wanted) throws SchedulerException {
        try {
            scheduler.scheduleJob(wanted);
        } catch (ObjectAlreadyExistsException another) {
            LOG.debug("another node has just scheduled {}", wanted.getKey());
        }
    }

    private static boolean isSame(Trigger there, CronTrigger wanted) {
        return there instanceof CronTrigger cron
                && cron.getCronExpression().equals(wanted.getCronExpression())
                && cron.getTimeZone().equals(wanted.getTimeZone())
                && cron.getMisfireInstruction() == wanted.getMisfireInstruction();
    }

    private static JobDetail job(Fire fire) {
        return JobBuilder.newJob(FireJob.class)
                .withIdentity(keyOf(fire))
                .storeDurably()
                .requestRecovery()
                .build();
    }

    private static JobKey keyOf(Fire fire) {
        return JobKey.jobKey(fire.name(), GROUP);
    }

    private CronTrigger trigger(Fire fire, Instant now) {
        Entry entry = java.util.Objects.requireNonNull(times.get(fire));
        CronScheduleBuilder schedule = CronScheduleBuilder.cronSchedule(
                        entry.cron().toQuartz())
                .inTimeZone(TimeZone.getTimeZone(entry.zone()));
        return TriggerBuilder.newTrigger()
                .withIdentity(TriggerKey.triggerKey(fire.name(), GROUP))
                .forJob(keyOf(fire))
                .startAt(Date.from(now))
                .withSchedule(
                        fire.isMadeUpFor()
                                ? schedule.withMisfireHandlingInstructionFireAndProceed()
                                : schedule.withMisfireHandlingInstructionDoNothing())
                .build();
    }
}
