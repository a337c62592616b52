package io.expunge.cli;

import io.expunge.sandbox.Login;
import io.expunge.sandbox.PostgresServer;
import io.expunge.sandbox.SharedServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The product on a real server, in databases of its own; control and application's database are one, or two. */
final class Installation {

    private static final String TENANTS = """
            CREATE TABLE tenant_registry (
                tenant_id text PRIMARY KEY,
                slug text NOT NULL,
                generation int NOT NULL,
                state text NOT NULL,
                closed_at timestamptz,
                fence_lock smallint NOT NULL DEFAULT 0)
            """;

    private final PostgresServer server = SharedServers.postgres();
    private final String control;
    private final String application;
    private final Path referenceKeys;

    private Installation(String control, String application, Path folder) {
        this.control = control;
        this.application = application;
        this.referenceKeys = folder.resolve("reference.keys");
        try {
            Files.writeString(referenceKeys, "test=" + "0123456789abcdef".repeat(4) + "\n");
            for (String database : List.of(control, application)) {
                server.execute("postgres", "GRANT CREATE ON DATABASE " + database + " TO expunge_owner");
            }
            server.execute(application, TENANTS, "GRANT SELECT, UPDATE ON TABLE tenant_registry TO expunge_owner");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Not migrated yet. */
    static Installation inOneDatabase(Path folder) {
        String database = SharedServers.newDatabase();
        return new Installation(database, database, folder);
    }

    /** Not migrated yet. */
    static Installation inTwoDatabases(Path folder) {
        return new Installation(SharedServers.newDatabase(), SharedServers.newDatabase(), folder);
    }

    Map<String, String> environment() {
        Map<String, String> variables = new TreeMap<>(Map.of(
                "EXPUNGE_CONTROL_URL", server.url(control),
                "EXPUNGE_INTAKE_URL", server.url(application),
                "EXPUNGE_REFERENCE_KEY_FILE", referenceKeys.toString(),
                "EXPUNGE_CATALOG", Path.of("jobs", "catalog").toAbsolutePath().toString()));
        login(variables, "EXPUNGE_CONTROL_OWNER", "expunge_owner");
        login(variables, "EXPUNGE_CONTROL_ERASER", "expunge_eraser");
        login(variables, "EXPUNGE_CONTROL_COMPLIANCE", "expunge_compliance");
        login(variables, "EXPUNGE_CONTROL_OPERATOR", "ann");
        login(variables, "EXPUNGE_CONTROL_APPROVER", "ben");
        login(variables, "EXPUNGE_INTAKE_OWNER", "expunge_owner");
        login(variables, "EXPUNGE_INTAKE_SUBMIT", "expunge_intake");
        login(variables, "EXPUNGE_INTAKE_ERASER", "expunge_eraser");
        return variables;
    }

    private static void login(Map<String, String> variables, String prefix, String role) {
        Login login = SharedServers.sandbox().login(role);
        variables.put(prefix + "_USER", login.user());
        variables.put(prefix + "_PASSWORD", login.password());
    }

    String setting(String variable) {
        return Objects.requireNonNull(environment().get(variable));
    }

    Cli cli() {
        return Cli.with(environment());
    }

    /** The control database, as its administrator sees it. */
    JdbcClient control() {
        return JdbcClient.create(server.dataSource(control, server.superuser()));
    }

    JdbcClient application() {
        return JdbcClient.create(server.dataSource(application, server.superuser()));
    }

    JdbcClient controlAs(String role) {
        return JdbcClient.create(
                server.dataSource(control, SharedServers.sandbox().login(role)));
    }

    JdbcClient applicationAs(String role) {
        return JdbcClient.create(
                server.dataSource(application, SharedServers.sandbox().login(role)));
    }

    /** As an administrator who turns the triggers off: how states come about is not what is tested here. */
    void force(String sql) {
        try {
            server.execute(control, "SET session_replication_role = replica", sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
