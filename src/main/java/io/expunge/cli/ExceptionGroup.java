package io.expunge.cli;

import picocli.CommandLine.Command;

@Command(
        name = "exception",
        synopsisSubcommandLabel = "COMMAND",
        description = {"Approved permissions to keep something for a time.", ""})
final class ExceptionGroup {}
