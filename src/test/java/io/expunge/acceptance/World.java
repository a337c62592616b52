package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.ExpungeCommand;
import io.expunge.cli.Invocation;
import io.expunge.cli.Settings;
import io.expunge.cli.Terminal;
import io.expunge.cli.Wiring;
import io.expunge.sandbox.ControlServer;
import io.expunge.sandbox.Digests;
import io.expunge.sandbox.PostgresServer;
import io.expunge.sandbox.S3Server;
import io.expunge.sandbox.SaasStores;
import io.expunge.sandbox.Sandbox;
import io.expunge.sandbox.SandboxSettings;
import io.expunge.sandbox.SearchServer;
import io.expunge.sandbox.Seed;
import io.expunge.sandbox.SeedSize;
import io.expunge.sandbox.SharedServers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.util.FileSystemUtils;

/** The sandbox with freshly seeded tenants and a control database in which nothing has happened yet. */
final class World {

    static final String LARGE = "acme";
    static final List<String> SMALL = List.of("umbrella", "initech", "globex", "hooli", "vandelay");

    private static final Pattern JOB_ID = Pattern.compile("dj_[0-9a-f]{32}");

    private final Sandbox sandbox;
    private final Path folder;
    private final Map<String, String> environment;
    private final SaasStores stores;
    private PostgresServer controlServer;
    private Wiring wiring = Wiring.DIRECT;

    private World(Sandbox sandbox, Path folder, SandboxSettings settings) {
        this.controlServer = sandbox.postgres();
        this.sandbox = sandbox;
        this.folder = folder;
        this.environment = new HashMap<>(settings.asMap());
        this.stores = SaasStores.of(settings);
    }

    /** @param folder a temporary one, for the key file, the catalog and the settings */
    static World fresh(Path folder) {
        return fresh(folder, "expunge");
    }

    /** With the tenants' objects on this server. */
    static World fresh(Path folder, S3Server objects) {
        return fresh(folder, "expunge", Optional.of(objects));
    }

    /** @param controlDatabase {@code expunge}, or {@code saas} to have both in one */
    static World fresh(Path folder, String controlDatabase) {
        return fresh(folder, controlDatabase, Optional.empty());
    }

    /** With the control database on a server of its own. */
    static World fresh(Path folder, ControlServer control) {
        World world = fresh(folder, "expunge", Optional.empty());
        world.controlServer = control.server();
        world.environment.put("EXPUNGE_CONTROL_URL", control.server().url("expunge"));
        assertThat(world.expunge("migrate").exit()).isZero();
        return world;
    }

    private static World fresh(Path folder, String controlDatabase, Optional<S3Server> objects) {
        try {
            Sandbox sandbox = SharedServers.sandbox();
            sandbox.postgres().execute("expunge", "DROP SCHEMA IF EXISTS expunge CASCADE");
            sandbox.postgres()
                    .execute(
                            "saas",
                            "DROP SCHEMA IF EXISTS expunge CASCADE",
                            "DROP SCHEMA IF EXISTS expunge_intake CASCADE");
            Path keys = folder.resolve("reference.key");
            Files.writeString(keys, "test=" + "a1".repeat(32) + "\n");
            copy(Path.of("jobs"), folder.resolve("jobs"));
            anyTime(folder.resolve("jobs").resolve("erasure.yaml"));
            SandboxSettings settings = SandboxSettings.of(sandbox, folder, keys);
            World world = new World(sandbox, folder, objects.map(settings::with).orElse(settings));
            new Seed(SeedSize.SMALL, Seed.DEFAULT_NUMBER).fill(world.stores);
            world.environment.put("EXPUNGE_CONTROL_URL", sandbox.postgres().url(controlDatabase));
            assertThat(world.expunge("migrate").exit()).isZero();
            return world;
        } catch (SQLException | IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Tests run at any time of the day, scheduled runs included. */
    private static void anyTime(Path settings) throws IOException {
        String shipped = Files.readString(settings);
        String always = shipped.replaceAll("window:\n( +.*\n)+", "window: always\n");
        assertThat(always).isNotEqualTo(shipped);
        Files.writeString(settings, always);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** Has other settings and another catalog instead. */
    World withJobs(Path replacement) {
        try {
            FileSystemUtils.deleteRecursively(folder.resolve("jobs"));
            copy(replacement, folder.resolve("jobs"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return this;
    }

    /** From now on commands that run in this JVM meet the stores and the control database through this. */
    void wire(Wiring through) {
        wiring = through;
    }

    /** Changes a file below {@code jobs/} of this world. */
    World with(String file, String text, String replacement) {
        Path path = folder.resolve("jobs").resolve(file);
        try {
            String before = Files.readString(path);
            assertThat(before).contains(text);
            Files.writeString(path, before.replace(text, replacement));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return this;
    }

    /** Runs a command of the product in this JVM. */
    Answer expunge(String... arguments) {
        return expungeAt(Clock.systemUTC(), arguments);
    }

    /** The same, by this clock. */
    Answer expungeAt(Clock clock, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = ExpungeCommand.execute(
                new Invocation(
                        new Settings(environment),
                        new ByteArrayInputStream(new byte[0]),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        clock,
                        Terminal.NOBODY,
                        wiring),
                arguments);
        return new Answer(exit, out.toString(), err.toString());
    }

    /** Starts the shipped jar as a process of its own, its output in this file. */
    Process start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("expunge.jar", "target/expunge.jar")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("EXPUNGE_"));
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(output.toFile());
        return builder.start();
    }

    String submit(String tenant, int generation) {
        Answer answer = expunge(
                "submit", "--tenant", tenant, "--generation", "" + generation, "--reason-code", "CONTRACT_ENDED");
        assertThat(answer.exit()).as(answer.err()).isZero();
        return idIn(answer.out());
    }

    static String idIn(String text) {
        Matcher id = JOB_ID.matcher(text);
        assertThat(id.find()).as(text).isTrue();
        return id.group();
    }

    Sandbox sandbox() {
        return sandbox;
    }

    Map<String, String> environment() {
        return environment;
    }

    Digests digests() {
        try {
            return Digests.read(stores);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The sample application's own way to its data. */
    SaasStores stores() {
        return stores;
    }

    SearchServer search() {
        return new SearchServer(stores.search());
    }

    JdbcClient control() {
        return superuser(controlServer, environment.getOrDefault("EXPUNGE_CONTROL_URL", ""));
    }

    JdbcClient saas() {
        return superuser(sandbox.postgres(), sandbox.postgres().url("saas"));
    }

    private static JdbcClient superuser(PostgresServer server, String url) {
        return JdbcClient.create(new SimpleDriverDataSource(
                new org.postgresql.Driver(),
                url,
                server.superuser().user(),
                server.superuser().password()));
    }

    Connection controlConnection() throws SQLException {
        return sandbox.postgres().connect("expunge");
    }

    Connection saasConnection() throws SQLException {
        return sandbox.postgres().connect("saas");
    }

    String state(String job) {
        return control()
                .sql(
                        "SELECT state || COALESCE('(' || block_reason || ')', '') FROM expunge.deletion_job WHERE id = :id")
                .param("id", job)
                .query(String.class)
                .single();
    }

    /** The tasks' states by resource. */
    Map<String, String> tasks(String job) {
        Map<String, String> states = new HashMap<>();
        control()
                .sql("SELECT resource_id, state FROM expunge.deletion_task WHERE job_id = :id")
                .param("id", job)
                .query(row -> {
                    states.put(row.getString(1), row.getString(2));
                });
        return states;
    }

    /** The partitions' names that ran in an instance's n-th execution, in order. */
    List<String> partitionsOf(long instance, int execution) {
        return control()
                .sql("""
                        SELECT step.step_name
                        FROM expunge.batch_step_execution step
                        JOIN (SELECT job_execution_id, row_number() OVER (ORDER BY job_execution_id) AS nth
                              FROM expunge.batch_job_execution
                              WHERE job_instance_id = :instance) execution
                          ON execution.job_execution_id = step.job_execution_id
                        WHERE execution.nth = :nth
                          AND step.step_name LIKE '%:%'
                        ORDER BY step.step_name
                        """)
                .param("instance", instance)
                .param("nth", execution)
                .query(String.class)
                .list();
    }

    long lastInstance() {
        return control()
                .sql("SELECT MAX(job_instance_id) FROM expunge.batch_job_instance")
                .query(Long.class)
                .single();
    }
}
