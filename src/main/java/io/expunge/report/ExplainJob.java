package io.expunge.report;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says in one causal sentence what a deletion job lacks for {@code VERIFIED}, since when, what to type, and when it would
 * close by itself. Pure: the same file, forecast and time give the same sentence; it holds nothing of the tenant's (I7).
 */
public final class ExplainJob {

    private final Erasing erasing;
    private final Looking looking;
    private final Instant now;

    /** @param forecast when the jobs are started without a person */
    public ExplainJob(Forecast forecast, Instant now) {
        this.erasing = new Erasing(forecast, now);
        this.looking = new Looking(forecast, now);
        this.now = now;
    }

    public Why explain(CaseFile file) {
        JobOverview job = file.job();
        return switch (job.state()) {
            case ACCEPTED -> why(file, erasing.notBegun(file));
            case RUNNING -> why(file, erasing.running(file));
            case WAITING_RETRY -> why(file, erasing.waiting(file));
            case AWAITING_VERIFICATION -> why(file, looking.awaiting(file));
            case BLOCKED -> why(file, Blocks.account(file));
            case VERIFIED -> verified(file);
            case CANCELLED ->
                why(
                        file,
                        Account.ofAPerson(
                                "it was cancelled before it began",
                                job.stateSince(),
                                "to have it erased after all, submit it again, which accepts it under the same id",
                                next(job)));
            case FAILED ->
                why(
                        file,
                        Account.ofAPerson(
                                "it was given up or superseded" + Missing.of(file, Optional.empty(), ", and ", ""),
                                job.stateSince(),
                                "if it is to be erased after all",
                                next(job)));
        };
    }

    private String next(JobOverview job) {
        return NextSteps.commands(job, now).get(0);
    }

    private static Why why(CaseFile file, Account account) {
        return new Why(
                file.job(),
                file.missing(),
                account.since(),
                account.next(),
                account.closes(),
                account.sentence(file.job()));
    }

    private Why verified(CaseFile file) {
        JobOverview job = file.job();
        Instant since = job.verifiedAt().orElse(job.stateSince());
        return new Why(
                job,
                List.of(),
                since,
                next(job),
                Optional.empty(),
                job.jobId() + " is VERIFIED since " + Moments.text(since)
                        + " because two looks in a row found nothing anywhere, so nothing is missing; type " + next(job)
                        + " to see them.");
    }
}
