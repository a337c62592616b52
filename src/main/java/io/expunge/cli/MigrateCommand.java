package io.expunge.cli;

import io.expunge.catalog.AdoptCatalog;
import io.expunge.catalog.AdoptCatalog.Adopted;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.cli.Settings.IntakeRole;
import io.expunge.tenant.RegistryTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Creates and updates the product's tables. */
@Command(
        name = "migrate",
        sortOptions = false,
        description = {
            "Creates the product's tables and functions, or brings them up to date, and makes the catalog current.",
            "Running it again changes nothing.",
            ""
        },
        footer = {
            "",
            "Works with the owner's logins (EXPUNGE_CONTROL_OWNER_USER, EXPUNGE_INTAKE_OWNER_USER) in schema expunge of",
            "the control database and schema expunge_intake of the application's; both may be the same database.",
            "The roles come from sql/roles.sql, which an administrator runs once per server, before this.",
            "",
            "Example:",
            "  expunge migrate"
        })
final class MigrateCommand implements Callable<Integer> {

    private final Invocation invocation;

    MigrateCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Settings settings = invocation.settings();
        RegistryTable registry = CatalogReader.read(settings.catalog()).registry();
        invocation
                .out()
                .println(Migrations.ofControl(settings.control(ControlRole.OWNER))
                        .migrate());
        invocation
                .out()
                .println(Migrations.ofIntake(settings.intake(IntakeRole.OWNER), registry)
                        .migrate());
        invocation.out().println(adoptCatalog(settings));
        return Exit.DONE.code();
    }

    private String adoptCatalog(Settings settings) {
        try (Database control = Database.open(settings.control(ControlRole.ERASER))) {
            Adopted adopted = new AdoptCatalog(
                            new JdbcCatalogSnapshots(control.client(), invocation.clock()), control.transaction())
                    .from(settings.catalog());
            return "the catalog: policy " + adopted.snapshot().policyVersion() + ", "
                    + adopted.snapshot().hash() + (adopted.changed() ? ", is current now" : ", is current");
        }
    }
}
