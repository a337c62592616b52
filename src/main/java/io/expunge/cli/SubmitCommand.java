package io.expunge.cli;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.cli.Settings.IntakeRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.JdbcIntake;
import io.expunge.deletion.NewRequest;
import io.expunge.deletion.ProtectedTenant;
import io.expunge.deletion.SubmitDeletion;
import io.expunge.report.JobOverview;
import io.expunge.report.NextSteps;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks for the erasure of one tenant generation. */
@Command(
        name = "submit",
        sortOptions = false,
        description = {
            "Asks for the erasure of one generation of a closed tenant, and answers the deletion job's id.",
            "Asking again answers the same id. Waits on no store; nothing is erased before the next run.",
            ""
        },
        footer = {
            "",
            "An id is taken byte for byte: * and %% are no wildcards. One that begins with - is written --tenant=-x;",
            "one that a shell would change goes through --tenant-file -.",
            "Exit 4 if the catalog protects the tenant.",
            "",
            "Examples:",
            "  expunge submit --tenant acme --generation 1 --reason-code CONTRACT_ENDED --ticket OPS-123",
            "  printf %%s 'odd id' | expunge submit --tenant-file - --generation 1 --reason-code CONTRACT_ENDED"
        })
final class SubmitCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Option(
            names = "--generation",
            required = true,
            paramLabel = "N",
            converter = CountConverter.class,
            description = "The generation that was closed, as the tenant registry has it.")
    private int generation;

    @Option(
            names = "--reason-code",
            required = true,
            paramLabel = "CODE",
            description = "Why, as a code: A-Z, 0-9 and _. Kept and shown.")
    private String reasonCode = "";

    @Option(
            names = "--ticket",
            paramLabel = "ID",
            description = "Where it is spoken about: letters, digits, # . _ -. Kept and shown.")
    private @Nullable String ticket;

    @Option(
            names = "--not-before",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Earliest start, with its offset: 2027-01-31T22:00:00+01:00. The catalog's grace counts anyway.")
    private @Nullable Instant notBefore;

    @Mixin
    private final OutputOption output = new OutputOption();

    SubmitCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Settings settings = invocation.settings();
        NewRequest request = request();
        Catalog catalog = CatalogReader.read(settings.catalog());
        DeletionJobId id;
        try (Database intake = Database.open(settings.intake(IntakeRole.SUBMIT))) {
            id = new SubmitDeletion(new JdbcIntake(intake.client(), intake.client())).submit(request, catalog);
        } catch (ProtectedTenant refused) {
            throw new RefusedException(String.valueOf(refused.getMessage()));
        }
        Optional<JobOverview> job = new RequestPull(invocation).pull(id);
        if (output.json()) {
            json(id, job).print(invocation.out());
        } else {
            print(id, job);
        }
        return Exit.DONE.code();
    }

    private NewRequest request() {
        try {
            return new NewRequest(
                    tenant.read(invocation.in()),
                    generation,
                    reasonCode,
                    Optional.ofNullable(ticket),
                    Optional.ofNullable(notBefore));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }

    private Json json(DeletionJobId id, Optional<JobOverview> job) {
        return job.map(received -> JobJson.of(received, invocation.clock().instant()))
                .orElseGet(() -> JobJson.ofRequest(id, generation, reasonCode))
                .with("received", job.isPresent());
    }

    private void print(DeletionJobId id, Optional<JobOverview> job) {
        Instant now = invocation.clock().instant();
        invocation
                .out()
                .println(job.map(received -> received.jobId() + " " + JobText.state(received))
                        .orElse(id + " ACCEPTED"));
        List<String> next =
                job.map(received -> NextSteps.commands(received, now)).orElseGet(NextSteps::beforeItRuns);
        invocation.out().println("next: " + next.get(0));
    }
}
