package io.expunge.cli;

import picocli.CommandLine.Command;

@Command(
        name = "dead-letter",
        synopsisSubcommandLabel = "COMMAND",
        description = {"What no retry helps: what it is, trying it again, or letting it stay for a time.", ""})
final class DeadLetterGroup {}
