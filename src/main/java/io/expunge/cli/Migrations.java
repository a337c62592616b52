package io.expunge.cli;

import io.expunge.tenant.RegistryTable;
import java.util.Map;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateOutput;
import org.flywaydb.core.api.output.MigrateResult;

/** One database's migrations. */
final class Migrations {

    private final DatabaseLogin owner;
    private final FluentConfiguration configuration;

    private Migrations(DatabaseLogin owner, String schema, String... locations) {
        this.owner = owner;
        this.configuration = Flyway.configure()
                .dataSource(Databases.dataSource(owner))
                .schemas(schema)
                .defaultSchema(schema)
                .createSchemas(true)
                .cleanDisabled(true)
                .validateMigrationNaming(true)
                .locations(locations);
    }

    static Migrations ofControl(DatabaseLogin owner) {
        Migrations migrations = new Migrations(owner, "expunge", "classpath:sql/common", "classpath:sql/postgresql");
        migrations.configuration.placeholderReplacement(false);
        return migrations;
    }

    /** @param registry is read and written by the function that re-opens tenants */
    static Migrations ofIntake(DatabaseLogin owner, RegistryTable registry) {
        Migrations migrations = new Migrations(owner, "expunge_intake", "classpath:sql/intake");
        Map<String, String> placeholders = RegistryPlaceholders.of(registry);
        migrations.configuration.placeholders(placeholders);
        return migrations;
    }

    /**
     * Applies what was not applied yet and says what that was.
     *
     * @throws MigrationFailed without the server's text
     */
    String migrate() {
        Database.open(owner).close();
        try {
            MigrateResult result = configuration.load().migrate();
            return owner.database() + ": " + applied(result);
        } catch (FlywayException failed) {
            throw new MigrationFailed(owner, failed);
        }
    }

    private static String applied(MigrateResult result) {
        return result.migrations.isEmpty()
                ? "up to date"
                : result.migrations.stream().map(Migrations::name).collect(Collectors.joining(", ", "applied ", ""));
    }

    private static String name(MigrateOutput migration) {
        return (migration.version == null ? "" : migration.version + " ").strip() + " " + migration.description;
    }
}
