package io.expunge.cli;

import picocli.CommandLine.Option;

/** Lets whoever undoes a guard or an order type what it is about, so that it is the right one. */
final class Confirmation {

    @Option(names = "--yes", description = "Don't ask; needed where there is no terminal.")
    private boolean yes;

    /**
     * Returns if it was meant.
     *
     * @param consequence what is about to happen, as a sentence
     * @param kind what is to be typed, such as {@code the tenant's id}
     * @param name that itself; never shown
     * @throws RefusedException if it wasn't
     */
    void require(Terminal terminal, String consequence, String kind, String name) {
        if (yes) {
            return;
        }
        String typed = terminal.ask(consequence + " Type " + kind + " to go on: ")
                .orElseThrow(() -> new RefusedException("this asks for " + kind
                        + " to be typed; without a terminal it needs --yes. Nothing was changed"));
        if (!typed.equals(name)) {
            throw new RefusedException("what was typed is not " + kind + "; nothing was changed");
        }
    }
}
