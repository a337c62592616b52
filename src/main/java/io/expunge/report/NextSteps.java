package io.expunge.report;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.JobState;
import io.expunge.policy.Pause;
import java.time.Instant;
import java.util.List;

/** What somebody can do about a job as it stands. */
public final class NextSteps {

    private static final String PROGRAM = "scripts/expunge ";

    /** What a person does before a hold is lifted. */
    static final String SETTLE_THE_HOLD = "settle what it is held for";

    private NextSteps() {}

    /** The commands to type, the most useful first; at least one. */
    public static List<String> commands(JobOverview job, Instant now) {
        String id = job.jobId();
        return switch (job.state()) {
            case ACCEPTED -> beforeItRuns();
            case RUNNING -> List.of(job.isHeld(now) ? PROGRAM + "status " + id : PROGRAM + "run");
            case WAITING_RETRY -> List.of(PROGRAM + "run --job " + id);
            case AWAITING_VERIFICATION -> List.of(PROGRAM + "verify --job " + id + " --wait");
            case BLOCKED -> List.of(PROGRAM + blocked(job) + id);
            case VERIFIED -> List.of(PROGRAM + "evidence show " + id);
            case CANCELLED -> List.of(PROGRAM + "submit --help");
            case FAILED -> List.of(PROGRAM + "resume " + id);
        };
    }

    private static String blocked(JobOverview job) {
        BlockReason reason = job.blockReason().orElse(BlockReason.CONFIGURATION);
        return reason == BlockReason.PROTECTED ? "status " : reason == BlockReason.CAP ? "plan " : "resume ";
    }

    /** The command for a list, where there is no room for what must be decided first. */
    public static String command(JobOverview job, Instant now) {
        return job.state() == JobState.BLOCKED
                ? PROGRAM + "status " + job.jobId()
                : commands(job, now).get(0);
    }

    /** For what was asked for and has not run yet. */
    public static List<String> beforeItRuns() {
        return List.of(PROGRAM + "run");
    }

    /** Where a person must decide: what can be done, a sentence each. */
    public static List<String> ways(JobOverview job) {
        return job.blockReason().map(reason -> ways(job, reason)).orElse(List.of());
    }

    private static List<String> ways(JobOverview job, BlockReason reason) {
        return switch (reason) {
            case REOPENED -> reopened(job);
            case PROTECTED ->
                List.of(
                        "leave it: the job's catalog protects the tenant",
                        "when the current catalog doesn't any more: " + PROGRAM + "replan " + job.jobId());
            case CAP ->
                List.of(
                        "see what would be erased, and ask for an approval: " + PROGRAM + "plan " + job.jobId()
                                + " --request-approval",
                        "when another person has approved it: " + PROGRAM + "resume " + job.jobId(),
                        "leave it: nothing more is touched");
            case HELD ->
                List.of(
                        "if a legal hold lies on the tenant (" + PROGRAM + "hold --list), once it is settled: "
                                + release(job) + ", which makes the job due",
                        "if the store itself holds its data back, lift that there, then: " + PROGRAM + "resume "
                                + job.jobId(),
                        "leave it: nothing is touched");
            default ->
                List.of(
                        "do what helps (above), then: " + PROGRAM + "resume " + job.jobId(),
                        "leave it: nothing is touched");
        };
    }

    static String release(JobOverview job) {
        return PROGRAM + "release " + job.jobId() + " --reason-code CODE";
    }

    /**
     * The command that lifts a pause.
     *
     * @param store whose it is; {@link Pause#ALL} for all
     */
    public static String unpause(String store) {
        return PROGRAM + "unpause" + (store.equals(Pause.ALL) ? "" : " --store " + store);
    }

    private static List<String> reopened(JobOverview job) {
        String met = job.generationMet().map(String::valueOf).orElse("LATER");
        return List.of(
                "leave it: nothing more is touched",
                "when the tenant is closed again, at generation " + met + ": " + PROGRAM + "submit --generation " + met
                        + " with its id and a reason code; that erases what is older, too",
                "to erase what is older while the tenant lives: set on-reopen: erase-older in the catalog, make it current"
                        + " with " + PROGRAM + "migrate, and put this job on it: " + PROGRAM + "replan "
                        + job.jobId());
    }
}
