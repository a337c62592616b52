package io.expunge.cli;

import io.expunge.cli.Settings.IntakeRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionRequest;
import io.expunge.deletion.JdbcIntake;
import java.util.Optional;

/** Finds what was asked for and has not become a job yet. */
final class RequestLookup {

    private final Invocation invocation;

    RequestLookup(Invocation invocation) {
        this.invocation = invocation;
    }

    /** @throws UsageException if there is none, or none that can be seen */
    DeletionRequest require(DeletionJobId asked) {
        return find(asked)
                .orElseThrow(() -> new UsageException(
                        "there is no such deletion job and no such request: expected an id as submit printed it;"
                                + " scripts/expunge status lists them"));
    }

    /** Nothing where the application's database can't be asked: whoever may only read the views has no login there. */
    private Optional<DeletionRequest> find(DeletionJobId asked) {
        try (Database intake = Database.open(invocation.settings().intake(IntakeRole.ERASER))) {
            return new JdbcIntake(intake.client(), intake.client()).find(asked.value());
        } catch (UsageException | DatabaseUnavailable notAsked) {
            invocation.err().println("expunge: the application's requests were not asked: " + notAsked.getMessage());
            return Optional.empty();
        }
    }
}
