package io.expunge;

/** Entry point of the command line. */
public final class Expunge {
    private Expunge() {}

    public static void main(String[] arguments) {}
}
