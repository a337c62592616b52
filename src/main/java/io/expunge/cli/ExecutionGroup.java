package io.expunge.cli;

import picocli.CommandLine.Command;

@Command(
        name = "execution",
        synopsisSubcommandLabel = "COMMAND",
        description = {"Batch job instances: how they went, restarting one, forgetting old ones.", ""})
final class ExecutionGroup {}
