package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.cli.Settings.IntakeRole;
import io.expunge.store.StoreAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SettingsTest {

    private static final String URL = "jdbc:postgresql://db/expunge";

    @Test
    void one_login_serves_every_role_that_has_none_of_its_own() {
        Settings settings = new Settings(Map.of(
                "EXPUNGE_CONTROL_URL", URL,
                "EXPUNGE_CONTROL_USER", "all",
                "EXPUNGE_CONTROL_PASSWORD", "for all",
                "EXPUNGE_CONTROL_ERASER_USER", "eraser",
                "EXPUNGE_CONTROL_ERASER_PASSWORD", "its own"));

        assertThat(settings.control(ControlRole.ERASER))
                .isEqualTo(new DatabaseLogin("the control database", URL, "eraser", "its own"));
        assertThat(settings.control(ControlRole.VERIFIER))
                .isEqualTo(new DatabaseLogin("the control database", URL, "all", "for all"));
    }

    @Test
    void a_roles_user_never_goes_with_the_password_of_another() {
        Map<String, String> half = Map.of(
                "EXPUNGE_INTAKE_URL", URL,
                "EXPUNGE_INTAKE_USER", "all",
                "EXPUNGE_INTAKE_PASSWORD", "for all",
                "EXPUNGE_INTAKE_SUBMIT_USER", "submit");
        Map<String, String> otherHalf = Map.of(
                "EXPUNGE_INTAKE_URL", URL,
                "EXPUNGE_INTAKE_USER", "all",
                "EXPUNGE_INTAKE_PASSWORD", "for all",
                "EXPUNGE_INTAKE_SUBMIT_PASSWORD", "its own");

        assertThatThrownBy(() -> new Settings(half).intake(IntakeRole.SUBMIT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("EXPUNGE_INTAKE_SUBMIT_PASSWORD is not set: ");
        assertThatThrownBy(() -> new Settings(otherHalf).intake(IntakeRole.SUBMIT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("EXPUNGE_INTAKE_SUBMIT_USER is not set: ");
    }

    @Test
    void what_is_missing_is_named_with_what_it_is_for() {
        Settings nothing = new Settings(Map.of("EXPUNGE_STORE_CACHE_URL", " "));

        assertThatThrownBy(() -> nothing.control(ControlRole.OWNER))
                .hasMessage("EXPUNGE_CONTROL_URL is not set: where the control database is, such as"
                        + " jdbc:postgresql://host:5432/name?sslmode=verify-full");
        assertThatThrownBy(() -> nothing.eraserOf("cache"))
                .hasMessageStartingWith("EXPUNGE_STORE_CACHE_URL is not set: ");
        assertThatThrownBy(nothing::referenceKeys).hasMessageStartingWith("EXPUNGE_REFERENCE_KEY_FILE is not set: ");
    }

    @Test
    void a_store_has_one_login_for_each_purpose() {
        Settings settings = new Settings(Map.of(
                "EXPUNGE_STORE_MAIN_DB_URL", "redis://cache:6379/0",
                "EXPUNGE_STORE_MAIN_DB_ERASER_USER", "eraser",
                "EXPUNGE_STORE_MAIN_DB_ERASER_PASSWORD", "one",
                "EXPUNGE_STORE_MAIN_DB_USER", "looker",
                "EXPUNGE_STORE_MAIN_DB_PASSWORD", ""));

        assertThat(settings.eraserOf("main-db")).isEqualTo(new StoreAccess("redis://cache:6379/0", "eraser", "one"));
        assertThat(settings.verifierOf("main-db")).isEqualTo(new StoreAccess("redis://cache:6379/0", "looker", ""));
    }

    @Test
    void a_store_that_asks_for_no_login_has_its_user_set_to_nothing() {
        Map<String, String> search = Map.of(
                "EXPUNGE_STORE_SEARCH_URL", "http://search:9200",
                "EXPUNGE_STORE_SEARCH_USER", "",
                "EXPUNGE_STORE_SEARCH_PASSWORD", "");
        Map<String, String> forgotten = Map.of("EXPUNGE_STORE_SEARCH_URL", "http://search:9200");

        assertThat(new Settings(search).eraserOf("search")).isEqualTo(new StoreAccess("http://search:9200", "", ""));
        assertThatThrownBy(() -> new Settings(forgotten).eraserOf("search"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("EXPUNGE_STORE_SEARCH_USER is not set");
    }

    @Test
    void a_password_may_stand_in_a_file(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "pa ss\n");
        Map<String, String> variables = Map.of(
                "EXPUNGE_CONTROL_URL",
                URL,
                "EXPUNGE_CONTROL_USER",
                "all",
                "EXPUNGE_CONTROL_PASSWORD_FILE",
                file.toString());

        assertThat(new Settings(variables).control(ControlRole.OWNER).password())
                .isEqualTo("pa ss");
    }

    @Test
    void a_password_that_stands_in_two_places_or_in_no_readable_one_is_refused() {
        Map<String, String> twice = Map.of(
                "EXPUNGE_CONTROL_URL", URL,
                "EXPUNGE_CONTROL_USER", "all",
                "EXPUNGE_CONTROL_PASSWORD", "secret",
                "EXPUNGE_CONTROL_PASSWORD_FILE", "/secret");
        Map<String, String> nowhere = Map.of(
                "EXPUNGE_CONTROL_URL", URL,
                "EXPUNGE_CONTROL_USER", "all",
                "EXPUNGE_CONTROL_PASSWORD_FILE", "/no/such/file");

        assertThatThrownBy(() -> new Settings(twice).control(ControlRole.OWNER))
                .hasMessageContaining("EXPUNGE_CONTROL_PASSWORD_FILE")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new Settings(nowhere).control(ControlRole.OWNER))
                .hasMessageContaining("EXPUNGE_CONTROL_PASSWORD_FILE")
                .hasMessageNotContaining("/no/such/file");
    }

    @Test
    void an_address_of_another_kind_is_refused_without_repeating_it() {
        Map<String, String> variables = Map.of("EXPUNGE_CONTROL_URL", "postgres://user:secret@db/expunge");

        assertThatThrownBy(() -> new Settings(variables).control(ControlRole.OWNER))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("EXPUNGE_CONTROL_URL")
                .hasMessageNotContaining("secret");
    }

    @Test
    void folders_are_looked_for_below_home_unless_they_are_named() {
        Settings atHome = new Settings(Map.of("EXPUNGE_HOME", "/opt/expunge"));
        Settings named = new Settings(Map.of("EXPUNGE_CATALOG", "/etc/catalog", "EXPUNGE_JOBS", "/etc/jobs"));

        assertThat(atHome.catalog()).isEqualTo(Path.of("/opt/expunge/jobs/catalog"));
        assertThat(atHome.erasureSettings()).isEqualTo(Path.of("/opt/expunge/jobs/erasure.yaml"));
        assertThat(named.catalog()).isEqualTo(Path.of("/etc/catalog"));
        assertThat(named.verificationSettings()).isEqualTo(Path.of("/etc/jobs/verification.yaml"));
        assertThat(new Settings(Map.of()).catalog()).isEqualTo(Path.of("jobs/catalog"));
    }

    @Test
    void no_password_is_shown() {
        Settings settings = new Settings(Map.of(
                "EXPUNGE_CONTROL_URL", URL, "EXPUNGE_CONTROL_USER", "all", "EXPUNGE_CONTROL_PASSWORD", "secret"));

        assertThat(settings.control(ControlRole.OWNER).toString()).doesNotContain("secret");
    }
}
