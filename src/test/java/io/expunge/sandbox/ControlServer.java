package io.expunge.sandbox;

import java.nio.file.Path;
import java.sql.SQLException;

/** A server of its own for the control database, entered with a sandbox's logins: to be stopped while the stores go on. */
public final class ControlServer implements AutoCloseable {

    private final PostgresServer server;

    private ControlServer(PostgresServer server) {
        this.server = server;
    }

    public static ControlServer start(Path directory, Sandbox sandbox) {
        PostgresServer server = PostgresServer.start(directory);
        try {
            SandboxDatabases.createControl(server, sandbox);
            return new ControlServer(server);
        } catch (SQLException failed) {
            server.close();
            throw new IllegalStateException(failed);
        }
    }

    public PostgresServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
