package io.expunge.architecture.wrong.cli;

/** Writes past the streams that it was given. */
public final class Printing {
    public void prints() {
        System.out.println();
    }
}
