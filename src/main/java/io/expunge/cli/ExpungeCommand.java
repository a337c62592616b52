package io.expunge.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The root of the command line. {@link #commandLine} is the one place where commands are registered. */
@Command(
        name = "expunge",
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Erases a closed tenant's data from every store that the catalog names, and proves that it is gone.",
            ""
        },
        footer = {
            "",
            "Settings come from the environment (EXPUNGE_CONTROL_URL and so on; see README).",
            "Exit codes: 0 done or nothing due, 2 usage, 3 work is left, 4 refused or already running,",
            "5 residue, gap or failed audit, 1 anything else. The answer goes to standard output, all else to",
            "standard error.",
            "",
            "Examples:",
            "  expunge submit --tenant acme --generation 1 --reason-code CONTRACT_ENDED",
            "  expunge run",
            "  expunge verify --wait",
            "  expunge status"
        })
public final class ExpungeCommand {

    // Read by picocli.
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @SuppressWarnings("UnusedVariable")
    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    private boolean version;

    private ExpungeCommand() {}

    /** Runs what the arguments say, and answers the exit code. */
    public static int execute(Invocation invocation, String... arguments) {
        int code = commandLine(invocation).execute(arguments);
        invocation.out().flush();
        invocation.err().flush();
        return code;
    }

    static CommandLine commandLine(Invocation invocation) {
        CommandLine root = new CommandLine(new ExpungeCommand())
                .addSubcommand(new MigrateCommand(invocation))
                .addSubcommand(new SubmitCommand(invocation))
                .addSubcommand(new RunCommand(invocation))
                .addSubcommand(new VerifyCommand(invocation))
                .addSubcommand(new ServeCommand(invocation))
                .addSubcommand(new StatusCommand(invocation))
                .addSubcommand(new WhyCommand(invocation))
                .addSubcommand(new PlanCommand(invocation))
                .addSubcommand(new ApproveCommand(invocation))
                .addSubcommand(new ReplanCommand(invocation))
                .addSubcommand(new ResumeCommand(invocation))
                .addSubcommand(new HoldCommand(invocation))
                .addSubcommand(new ReleaseCommand(invocation))
                .addSubcommand(new PauseCommand(invocation))
                .addSubcommand(new UnpauseCommand(invocation))
                .addSubcommand(new CancelCommand(invocation))
                .addSubcommand(new AbandonCommand(invocation))
                .addSubcommand(group(new CatalogGroup(), new CatalogCheckCommand(invocation)))
                .addSubcommand(group(
                        new ExecutionGroup(),
                        new ExecutionListCommand(invocation),
                        new ExecutionRestartCommand(invocation),
                        new ExecutionPurgeCommand(invocation)))
                .addSubcommand(group(
                        new DeadLetterGroup(),
                        new DeadLetterListCommand(invocation),
                        new DeadLetterShowCommand(invocation),
                        new DeadLetterRetryCommand(invocation),
                        new DeadLetterWaiveCommand(invocation)))
                .addSubcommand(group(new ExceptionGroup(), new ExceptionListCommand(invocation)))
                .addSubcommand(group(new EvidenceGroup(), new EvidenceShowCommand(invocation)));
        return strict(root, invocation);
    }

    private static CommandLine group(Object group, Object... commands) {
        CommandLine line = new CommandLine(group);
        for (Object command : commands) {
            line.addSubcommand(command);
        }
        return line;
    }

    private static CommandLine strict(CommandLine root, Invocation invocation) {
        Failures failures = new Failures(invocation);
        return root
                // A tenant's id may begin with @.
                .setExpandAtFiles(false)
                // Or be spelt like an option: what follows --tenant is its value, and what then is missing is told.
                .setAllowOptionsAsOptionParameters(true)
                .setOut(invocation.out())
                .setErr(invocation.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }
}
