package io.expunge.execution;

import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Exceptions that nobody expected, where many deletion jobs are worked on in turn: whether the one that met it can be put aside
 * and the others go on (I9), and what may be said of it.
 */
public final class Faults {

    private static final String OURS = "io.expunge.";
    private static final int LONGEST_CODE = 80;

    private Faults() {}

    /**
     * Whether the control database itself is in trouble. It is everybody's, nothing could be noted of one job, and the step had
     * better end and be restarted.
     */
    public static boolean areEverybodys(RuntimeException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof NonTransientDataAccessResourceException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof UncategorizedDataAccessException
                || failure instanceof TransactionException;
    }

    /** The exception's name and nothing of its text, which may quote what it failed at (I7). */
    public static String code(RuntimeException fault) {
        String name = fault.getClass().getSimpleName();
        return name.length() <= LONGEST_CODE ? name : name.substring(0, LONGEST_CODE);
    }

    /** For the log: its name, and the innermost place in our own code. */
    public static String describe(RuntimeException fault) {
        for (StackTraceElement frame : fault.getStackTrace()) {
            if (frame.getClassName().startsWith(OURS)) {
                return fault.getClass().getName() + " at " + frame;
            }
        }
        return fault.getClass().getName();
    }
}
