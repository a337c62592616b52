package io.expunge.cli;

import picocli.CommandLine.Command;

@Command(
        name = "catalog",
        synopsisSubcommandLabel = "COMMAND",
        description = {"The declared inventory: which stores and resources hold tenants' data.", ""})
final class CatalogGroup {}
