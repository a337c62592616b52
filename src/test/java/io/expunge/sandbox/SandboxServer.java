package io.expunge.sandbox;

/** A server of the sandbox, as people stop and start it. */
public interface SandboxServer extends AutoCloseable {

    int port();

    /** Starts a stopped server on its port, with its data. Does nothing while it runs. */
    void startAgain();

    /** The data comes back when it is started again. */
    void stop();

    boolean isRunning();

    /** Stops the server and removes its files. */
    @Override
    void close();
}
