package io.expunge.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The polite end of a process that works until it is told to stop. A JVM that gets SIGTERM ends with 143 whatever it did
 * about it, which service managers take for a failure; this one ends with the code that its command answers.
 */
final class Termination {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final long patienceMillis;
    private volatile int code = Exit.FAILED.code();

    private Termination(long patienceMillis) {
        this.patienceMillis = patienceMillis;
    }

    /** From now on the end of the process waits for {@link #answer}, at most so long. */
    static Termination awaited(long patienceMillis) {
        Termination termination = new Termination(patienceMillis);
        Runtime.getRuntime().addShutdownHook(new Thread(termination::end, "termination"));
        return termination;
    }

    /** Until the process is asked to end. */
    void await() throws InterruptedException {
        asked.await();
    }

    /** The command has stopped, and the process may end with this code. */
    void answer(Exit exit) {
        code = exit.code();
        answered.countDown();
    }

    private void end() {
        asked.countDown();
        try {
            boolean unused = answered.await(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
