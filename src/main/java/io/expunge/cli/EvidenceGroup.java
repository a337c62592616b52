package io.expunge.cli;

import picocli.CommandLine.Command;

@Command(
        name = "evidence",
        synopsisSubcommandLabel = "COMMAND",
        description = {"What the verification saw.", ""})
final class EvidenceGroup {}
