package io.expunge.deletion;

import com.zaxxer.hikari.HikariDataSource;
import io.expunge.sandbox.PostgresServer;
import io.expunge.sandbox.SharedServers;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/** Makes control databases for tests, each migrated as {@code expunge migrate} does it, and empty. */
public final class ControlDatabases {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String H2_MODE =
            ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_DELAY=-1";

    private static @Nullable String template;

    private ControlDatabases() {}

    /** In memory, for tests without I/O: one user, no gate, no grants, no advisory locks. */
    public static ControlDatabase h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:control" + NUMBER.incrementAndGet() + H2_MODE);
        source.setUser("sa");
        // H2 evaluates a check constraint in the session that made it, so that connection must stay open.
        HikariDataSource migrating = new HikariDataSource();
        migrating.setDataSource(source);
        migrate(migrating, "classpath:sql/common");
        return new ControlDatabase(role -> source, person -> source, () -> {
            migrating.close();
            ControlDatabase.execute(source, "SHUTDOWN");
        });
    }

    /** A database of its own on the shared PostgreSQL server, with a login per role. */
    public static ControlDatabase postgres() {
        PostgresServer server = SharedServers.postgres();
        String name = copyOfTemplate(server);
        return new ControlDatabase(
                role -> server.dataSource(name, role.login(SharedServers.sandbox())),
                person -> server.dataSource(name, SharedServers.sandbox().login(person)),
                () -> ControlDatabase.execute(
                        server.dataSource("postgres", server.superuser()), "DROP DATABASE " + name + " WITH (FORCE)"));
    }

    /** Migrating takes a second, copying what was migrated once does not. */
    private static synchronized String copyOfTemplate(PostgresServer server) {
        try {
            if (template == null) {
                String migrated = SharedServers.newDatabase();
                server.execute("postgres", "GRANT CREATE ON DATABASE " + migrated + " TO expunge_owner");
                migrate(
                        server.dataSource(migrated, SharedServers.sandbox().login("expunge_owner")),
                        "classpath:sql/common",
                        "classpath:sql/postgresql");
                template = migrated;
            }
            String name = "control_" + NUMBER.incrementAndGet();
            server.execute("postgres", "CREATE DATABASE " + name + " TEMPLATE " + template);
            return name;
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot make a control database for a test", failure);
        }
    }

    private static void migrate(DataSource owner, String... locations) {
        Flyway.configure()
                .dataSource(owner)
                .schemas("expunge")
                .defaultSchema("expunge")
                .createSchemas(true)
                .validateMigrationNaming(true)
                .placeholderReplacement(false)
                .locations(locations)
                .load()
                .migrate();
    }

    /**
     * Gives a database the intake schema beside a tenant registry in {@code public}, which the caller has made.
     *
     * @param owner needs CREATE on the database, and SELECT and UPDATE on the registry
     */
    public static void migrateIntake(DataSource owner) {
        Flyway.configure()
                .dataSource(owner)
                .schemas("expunge_intake")
                .defaultSchema("expunge_intake")
                .createSchemas(true)
                .validateMigrationNaming(true)
                .placeholders(Map.of(
                        "registryTable", "\"public\".\"tenant_registry\"",
                        "tenantColumn", "\"tenant_id\"",
                        "generationColumn", "\"generation\"",
                        "stateColumn", "\"state\"",
                        "openState", "OPEN",
                        "closedState", "CLOSED",
                        "clearClosedAt", ", \"closed_at\" = NULL"))
                .locations("classpath:sql/intake")
                .load()
                .migrate();
    }
}
