package io.expunge.architecture.wrong.cli;

/** Waits in its own way. */
public final class Sleeping {
    public void waits() throws InterruptedException {
        Thread.sleep(1);
    }
}
