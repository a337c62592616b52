package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MigrateIT {

    @TempDir
    private Path folder;

    @Test
    void two_databases_are_migrated_once_and_the_second_time_nothing_is_done() {
        Installation installation = Installation.inTwoDatabases(folder);

        Answer first = installation.cli().run("migrate");
        Answer second = installation.cli().run("migrate");

        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.out())
                .contains("the control database: applied 001 batch metadata")
                .contains("the application's database: applied 001 deletion request")
                .contains("is current now");
        assertThat(second.exit()).isZero();
        assertThat(second.out().lines().limit(2))
                .containsExactly("the control database: up to date", "the application's database: up to date");
        assertThat(tables(installation, "expunge_intake")).isZero();
    }

    @Test
    void one_database_can_hold_both() {
        Installation installation = Installation.inOneDatabase(folder);

        Answer first = installation.cli().run("migrate");
        Answer second = installation.cli().run("migrate");

        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(second.out()).contains("the control database: up to date");
        assertThat(tables(installation, "expunge")).isPositive();
        assertThat(tables(installation, "expunge_intake")).isPositive();
    }

    @Test
    void the_function_that_reopens_follows_the_registry_of_the_catalog() throws IOException {
        Installation installation = Installation.inOneDatabase(folder);
        installation
                .application()
                .sql("INSERT INTO tenant_registry VALUES ('o''hare', 's', 1, 'Shut ''down''', now())")
                .update();
        Path catalog = copyOfCatalog("closed-state: CLOSED", "closed-state: Shut 'down'");
        installation.cli().run("migrate");

        Answer changed =
                installation.cli().and("EXPUNGE_CATALOG", catalog.toString()).run("migrate");

        assertThat(changed.out())
                .contains("the application's database: applied")
                .contains("functions");
        assertThat(installation
                        .applicationAs("expunge_intake")
                        .sql("SELECT generation FROM expunge_intake.reopen('o''hare')")
                        .query(Integer.class)
                        .single())
                .isEqualTo(2);
        assertThat(installation
                        .application()
                        .sql("SELECT state FROM tenant_registry WHERE closed_at IS NULL AND generation = 2")
                        .query(String.class)
                        .single())
                .isEqualTo("OPEN");
    }

    @Test
    void a_login_that_may_not_create_a_schema_is_told_so_without_the_servers_text() {
        Installation installation = Installation.inOneDatabase(folder);
        String eraser = installation.setting("EXPUNGE_CONTROL_ERASER_PASSWORD");

        Answer answer = installation
                .cli()
                .and("EXPUNGE_CONTROL_OWNER_USER", "expunge_eraser")
                .and("EXPUNGE_CONTROL_OWNER_PASSWORD", eraser)
                .run("migrate");

        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err().strip())
                .isEqualTo("expunge: the control database could not be migrated by expunge_eraser (SQLSTATE 42501);"
                        + " it lacks a right: sql/roles.sql says which it needs");
    }

    @Test
    void an_invalid_catalog_is_exit_2_and_nothing_is_migrated() throws IOException {
        Installation installation = Installation.inOneDatabase(folder);
        Path catalog = copyOfCatalog("closed-state: CLOSED", "closed-state: OPEN");

        Answer answer =
                installation.cli().and("EXPUNGE_CATALOG", catalog.toString()).run("migrate");

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).contains("catalog.yaml:").contains("closed-state is the open state");
        assertThat(tables(installation, "expunge")).isZero();
    }

    private Path copyOfCatalog(String old, String changed) throws IOException {
        Path copy = Files.createDirectory(folder.resolve("catalog"));
        try (Stream<Path> files = Files.list(Path.of("jobs", "catalog"))) {
            for (Path file : files.toList()) {
                String text = Files.readString(file).replace(old, changed);
                Files.writeString(copy.resolve(file.getFileName().toString()), text);
            }
        }
        return copy;
    }

    private static long tables(Installation installation, String schema) {
        return installation
                .control()
                .sql("SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = :schema")
                .param("schema", schema)
                .query(Long.class)
                .single();
    }
}
