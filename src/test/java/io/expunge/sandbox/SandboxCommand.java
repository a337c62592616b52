package io.expunge.sandbox;

import io.expunge.sandbox.Digests.TenantDigest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What {@code scripts/sandbox} runs. */
@Command(
        name = "scripts/sandbox",
        description = "Real servers on loopback, and a sample SaaS to fill them with.",
        synopsisSubcommandLabel = "COMMAND")
final class SandboxCommand {
    private static final int NOT_UP = 3;

    @Option(
            names = "--folder",
            hidden = true,
            scope = ScopeType.INHERIT,
            defaultValue = "target/sandbox",
            description = "Where the sandbox lives.")
    @SuppressWarnings("NullAway.Init")
    private Path path;

    @Option(names = "--help", usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    /** The servers that can be stopped and started alone. */
    enum Server {
        postgres,
        s3,
        opensearch,
        redis
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SandboxCommand())
                // A tenant's id may start with @.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    line.getErr().println(failure.getMessage());
                    return line.getCommandSpec().exitCodeOnExecutionException();
                })
                .execute(arguments));
    }

    @Command(description = "Start all servers in the background; returns when they answer.")
    int up(
            @Option(
                            names = "--s3",
                            defaultValue = "LOCAL",
                            description =
                                    "Which object store: local, or ceph where Debian's packages radosgw, ceph-mon,"
                                            + " ceph-osd and ceph-common are installed. Default: local")
                    ObjectStore objects)
            throws IOException {
        SandboxFolder folder = folder();
        switch (lifecycle().up(Path.of("").toAbsolutePath(), objects)) {
            case NOTHING -> out().println("The sandbox is up.");
            case STOPPED_SERVERS -> out().println("The sandbox is up again: what was stopped has been started.");
            case ALL_UP -> out().println("The sandbox is already up.");
        }
        status();
        out().println();
        out().println("Settings:  set -a; . "
                + SandboxSettings.quoted(folder.settings().toString()) + "; set +a");
        out().println("Next:      scripts/sandbox seed");
        return 0;
    }

    @Command(description = "Stop all servers and remove their data.")
    int down() throws IOException {
        boolean found = lifecycle().down();
        out().println(found ? "The sandbox is down, its data is removed." : "The sandbox was not up.");
        return 0;
    }

    @Command(description = "Tell what runs; exit 0 if all servers do, else 3.")
    int status() throws IOException {
        Optional<List<ServerState>> servers = lifecycle().servers();
        if (servers.isEmpty()) {
            out().println("The sandbox is not up: scripts/sandbox up");
            return NOT_UP;
        }
        servers.get().forEach(server -> out().println(server.shown()));
        return servers.get().stream().allMatch(ServerState::running) ? 0 : NOT_UP;
    }

    @Command(description = "Stop one server; its data stays.")
    int stop(@Parameters(paramLabel = "SERVER", description = "${COMPLETION-CANDIDATES}") Server server)
            throws IOException {
        lifecycle().ask("stop " + server);
        out().println(server + " is stopped.");
        return 0;
    }

    @Command(description = "Start a stopped server on its port, with its data.")
    int start(@Parameters(paramLabel = "SERVER", description = "${COMPLETION-CANDIDATES}") Server server)
            throws IOException {
        lifecycle().ask("start " + server);
        out().println(server + " is started.");
        return 0;
    }

    @Command(description = "Fill the servers with the sample tenants, replacing what was there.")
    int seed(
            @Option(
                            names = "--size",
                            defaultValue = "SMALL",
                            description = "How much: small, medium or large. Default: small")
                    SeedSize size,
            @Option(
                            names = "--seed",
                            defaultValue = "" + Seed.DEFAULT_NUMBER,
                            description = "The same number gives the same data. Default: ${DEFAULT-VALUE}")
                    long number)
            throws IOException, SQLException {
        out().printf(
                        Locale.ROOT,
                        "%-18s %-7s %10s %10s %10s %10s%n",
                        "tenant",
                        "state",
                        "rows",
                        "objects",
                        "documents",
                        "keys");
        for (Seed.Filled tenant : new Seed(size, number).fill(SaasStores.of(settings()))) {
            out().printf(
                            Locale.ROOT,
                            "%-18s %-7s %,10d %,10d %,10d %,10d%n",
                            tenant.tenant(),
                            tenant.state(),
                            tenant.rows(),
                            tenant.objects(),
                            tenant.documents(),
                            tenant.keys());
        }
        return 0;
    }

    @Command(
            description =
                    "Print, tab-separated, each tenant's number of rows, object versions, documents and keys, and a digest of all its data.")
    int digest(
            @Parameters(paramLabel = "TENANT", arity = "0..*", description = "Default: all tenants") @Nullable List<String> only)
            throws IOException, SQLException {
        Digests digests = Digests.read(SaasStores.of(settings()));
        Collection<String> tenants = only == null ? digests.byTenant().keySet() : only;
        for (String tenant : tenants) {
            TenantDigest digest = digests.of(tenant);
            out().println(String.join(
                    "\t",
                    tenant,
                    "" + digest.rows(),
                    "" + digest.objects(),
                    "" + digest.documents(),
                    "" + digest.keys(),
                    digest.sha256()));
        }
        return 0;
    }

    private SandboxSettings settings() throws IOException {
        if (!Files.exists(folder().settings())) {
            throw new IOException("the sandbox is not up: scripts/sandbox up");
        }
        return SandboxSettings.read(folder().settings());
    }

    private SandboxFolder folder() {
        return new SandboxFolder(path);
    }

    private SandboxLifecycle lifecycle() {
        return new SandboxLifecycle(folder());
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }
}
