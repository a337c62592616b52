package io.expunge.deletion;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.sandbox.PostgresServer;
import io.expunge.sandbox.SharedServers;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application's database with a tenant registry, and the intake schema beside it. */
public final class IntakeDatabase implements AutoCloseable {

    private final String name = SharedServers.newDatabase();
    private final PostgresServer server = SharedServers.postgres();

    public IntakeDatabase() throws SQLException {
        server.execute("postgres", "GRANT CREATE ON DATABASE " + name + " TO expunge_owner");
        server.execute(name, """
                CREATE TABLE tenant_registry (
                    tenant_id  text PRIMARY KEY,
                    generation integer NOT NULL,
                    state      text NOT NULL,
                    closed_at  timestamptz
                )
                """, "GRANT SELECT, UPDATE ON tenant_registry TO expunge_owner");
        ControlDatabases.migrateIntake(as(Role.OWNER));
    }

    DataSource as(Role role) {
        return server.dataSource(name, role.login(SharedServers.sandbox()));
    }

    public JdbcClient client(Role role) {
        return JdbcClient.create(as(role));
    }

    /** As the product has it: one login submits, the other receives. */
    public Intake intake() {
        return new JdbcIntake(client(Role.INTAKE), client(Role.ERASER));
    }

    void register(String tenant, int generation, String state) {
        client(Role.SUPERUSER)
                .sql("""
                        INSERT INTO tenant_registry (tenant_id, generation, state, closed_at)
                        VALUES (:tenant, :generation, :state, CASE WHEN :state = 'CLOSED' THEN now() END)
                        """)
                .param("tenant", tenant)
                .param("generation", generation)
                .param("state", state)
                .update();
    }

    @Override
    public void close() {
        ControlDatabase.execute(
                server.dataSource("postgres", server.superuser()), "DROP DATABASE " + name + " WITH (FORCE)");
    }
}
