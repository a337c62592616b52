package io.expunge.sandbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Sets a new PostgreSQL server up as an operator would: roles, passwords, the two databases, the sample schema. */
final class SandboxDatabases {
    /** Holds what the product itself keeps. */
    static final String CONTROL = "expunge";

    /** Holds the sample tenants' data. */
    static final String SAAS = "saas";

    static final String SAAS_APP = "saas_app";

    private static final List<String> ROLES = List.of(
            "expunge_owner",
            "expunge_eraser",
            "expunge_verifier",
            "expunge_compliance",
            "expunge_intake",
            "expunge_operator",
            "ann",
            "ben",
            SAAS_APP,
            "saas_eraser",
            "saas_verifier");

    private SandboxDatabases() {}

    /** Returns the logins by role. */
    static Map<String, Login> create(PostgresServer server) throws SQLException {
        Map<String, Login> logins = createRoles(server, role -> new Login(role, Passwords.random()));
        server.execute(
                "postgres",
                "CREATE DATABASE " + CONTROL + " OWNER expunge_owner",
                "CREATE DATABASE " + SAAS + " OWNER " + SAAS_APP,
                "GRANT CREATE ON DATABASE " + CONTROL + " TO expunge_owner",
                "GRANT CREATE ON DATABASE " + SAAS + " TO expunge_owner");
        try (Connection saas = server.connect(SAAS);
                Statement statement = saas.createStatement()) {
            statement.execute("SET ROLE " + SAAS_APP);
            SqlScripts.run(saas, "/sandbox/saas-tables.sql");
            SqlScripts.run(saas, "/sandbox/saas-keys.sql");
            SqlScripts.run(saas, "/sandbox/saas-grants.sql");
        }
        return logins;
    }

    /** The control database alone, with the logins of a sandbox that has been created. */
    static void createControl(PostgresServer server, Sandbox like) throws SQLException {
        createRoles(server, like::login);
        server.execute(
                "postgres",
                "CREATE DATABASE " + CONTROL + " OWNER expunge_owner",
                "GRANT CREATE ON DATABASE " + CONTROL + " TO expunge_owner");
    }

    private static Map<String, Login> createRoles(PostgresServer server, Function<String, Login> login)
            throws SQLException {
        Map<String, Login> logins = new LinkedHashMap<>();
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            SqlScripts.run(connection, "/sql/roles.sql");
            SqlScripts.run(connection, "/sandbox/saas-roles.sql");
            // People of the sample company. Both may operate and approve, but nobody approves what is their own.
            statement.execute("CREATE ROLE ann LOGIN IN ROLE expunge_operator, expunge_approver");
            statement.execute("CREATE ROLE ben LOGIN IN ROLE expunge_operator, expunge_approver");
            for (String role : ROLES) {
                Login its = login.apply(role);
                statement.execute("ALTER ROLE " + role + " PASSWORD '" + its.password() + "'");
                logins.put(role, its);
            }
        }
        return logins;
    }
}
