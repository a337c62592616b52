package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/**
 * What keeps one job, before it is put into a sentence.
 *
 * @param because what is the matter
 * @param helps what to do before the command is typed; blank for nothing
 * @param next the command to type
 * @param closes when it would be verified without anybody
 * @param byItself what happens without anybody
 */
record Account(String because, Instant since, String helps, String next, Optional<Instant> closes, String byItself) {

    private static final String NEVER = "only a person can close it";

    /** Nothing happens without a person. */
    static Account ofAPerson(String because, Instant since, String helps, String next) {
        return new Account(because, since, helps, next, Optional.empty(), NEVER);
    }

    /** It goes on: then, if {@code unless} doesn't keep it, it would be verified. */
    static Account goingOn(
            String because, Instant since, String helps, String next, Optional<Instant> closes, String provided) {
        String when = closes.map(time -> "by itself it would be VERIFIED at about " + Moments.text(time))
                .orElse("by itself it goes on, until when can't be said yet");
        return new Account(because, since, helps, next, closes, when + (provided.isEmpty() ? "" : ", " + provided));
    }

    String sentence(JobOverview job) {
        return job.jobId() + " is " + job.state()
                + job.blockReason().map(reason -> "(" + reason + ")").orElse("")
                + " and not VERIFIED because " + because + ", since " + Moments.text(since) + "; "
                + (helps.isEmpty() ? "" : helps + ", then ") + "type " + next + "; " + byItself + ".";
    }
}
