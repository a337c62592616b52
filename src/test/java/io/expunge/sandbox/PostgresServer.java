package io.expunge.sandbox;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server on a loopback port that asks everybody for a password (SCRAM).
 *
 * <p>Stopped and started again, it keeps its port, its passwords and its data. Not durable: it runs without fsync.
 */
public final class PostgresServer implements SandboxServer {
    /** The superuser's name. */
    public static final String SUPERUSER = "postgres";

    private static final int ATTEMPTS = 3;
    private static final Duration STARTUP = Duration.ofSeconds(30);
    private static final String EVERYBODY_BY_PASSWORD = "host all all 127.0.0.1/32 scram-sha-256\n";

    private final Path directory;
    private final int port;
    private final Login superuser;
    private @Nullable EmbeddedPostgres running;

    private PostgresServer(Path directory, int port, Login superuser) {
        this.directory = directory;
        this.port = port;
        this.superuser = superuser;
    }

    /**
     * Starts a new, empty server that keeps its data and its log in this directory; returns when it answers.
     *
     * @throws UncheckedIOException if it doesn't answer; the directory's {@code postgres.log} says why
     */
    public static PostgresServer start(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        for (int attempt = 1; ; attempt++) {
            try {
                Files.createDirectories(absolute);
                PostgresServer server =
                        new PostgresServer(absolute, Loopback.freePort(), new Login(SUPERUSER, Passwords.random()));
                server.startAgain();
                return server;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (UncheckedIOException portTaken) {
                if (attempt == ATTEMPTS) {
                    throw portTaken;
                }
                reap(absolute);
                Folders.delete(absolute);
            }
        }
    }

    /** Starts a stopped or killed server on its port, with the data that it had. Does nothing while it runs. */
    @Override
    public synchronized void startAgain() {
        if (isRunning()) {
            return;
        }
        stop();
        reap(directory);
        Path passwordFile = directory.resolve("superuser.password");
        try {
            Folders.writeSecret(passwordFile, superuser.password() + "\n");
            // The library makes this folder even where it is told of another; its own choice is among everybody's
            // temporary files.
            System.setProperty("ot.epg.working-dir", ServerBinaries.folder().toString());
            running = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(ServerBinaries.folder().toFile())
                    .setDataDirectory(data())
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPort(port)
                    .setPGStartupWait(STARTUP)
                    // initdb takes the password from here, so that there is no moment without one.
                    .setLocaleConfig("pwfile", passwordFile.toString())
                    .setLocaleConfig("locale", "C")
                    .setLocaleConfig("locale-provider", "builtin")
                    .setLocaleConfig("builtin-locale", "C.UTF-8")
                    .setConnectConfig("password", superuser.password())
                    .setDataDirectoryCustomizer(PostgresServer::askForPasswords)
                    .setServerConfig("listen_addresses", Loopback.HOST)
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("max_prepared_transactions", "10")
                    .setServerConfig("max_wal_size", "4GB")
                    .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log()))
                    .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log()))
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("PostgreSQL did not start, see " + log(), failure);
        }
    }

    private static void askForPasswords(File data) {
        try {
            Files.writeString(data.toPath().resolve("pg_hba.conf"), EVERYBODY_BY_PASSWORD);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Shuts down at once, rolling open transactions back; the data stays. */
    @Override
    public synchronized void stop() {
        if (running != null) {
            try {
                running.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } finally {
                running = null;
                reap(directory);
            }
        }
    }

    /** {@code kill -9}. */
    public synchronized void kill() {
        processes(directory).forEach(OwnProcesses::kill);
        stop();
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null && !processes(directory).isEmpty();
    }

    /** Stops the server and removes its data. */
    @Override
    public void close() {
        stop();
        Folders.delete(directory);
    }

    public String host() {
        return Loopback.HOST;
    }

    @Override
    public int port() {
        return port;
    }

    public Login superuser() {
        return superuser;
    }

    /** JDBC address of a database, without credentials. */
    public String url(String database) {
        return "jdbc:postgresql://" + Loopback.HOST + ":" + port + "/" + database;
    }

    public Connection connect(String database) throws SQLException {
        return connect(database, superuser);
    }

    public Connection connect(String database, Login login) throws SQLException {
        return DriverManager.getConnection(url(database), login.user(), login.password());
    }

    /** Unpooled: each connection is a new one. */
    public DataSource dataSource(String database, Login login) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(database));
        source.setUser(login.user());
        source.setPassword(login.password());
        return source;
    }

    /** Runs statements as the superuser, each on its own. */
    public void execute(String database, String... statements) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Path data() {
        return directory.resolve("data");
    }

    private File log() {
        return directory.resolve("postgres.log").toFile();
    }

    private static void reap(Path directory) {
        try {
            OwnProcesses.endServersIn(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<ProcessHandle> processes(Path directory) {
        try {
            return OwnProcesses.serversIn(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
