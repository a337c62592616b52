package io.expunge.cli;

import java.io.PrintWriter;

/** Where a failure came from, without the messages: they may hold text of a server's (I7). */
final class StackTraces {

    private StackTraces() {}

    static void print(Throwable failure, PrintWriter to) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            to.println((cause == failure ? "" : "caused by ") + cause.getClass().getName());
            for (StackTraceElement frame : cause.getStackTrace()) {
                to.println("    at " + frame);
            }
        }
    }
}
