package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One client's connection to the server behind a {@link FaultProxy}: what it says, and what it is told. */
final class Conversation {

    private static final int BUFFER = 64 * 1024;
    private static final long LATE_MILLIS = 250;
    private static final long SILENT_MILLIS = 3_000;
    /** In which a server has done what it had read when it began to answer. */
    private static final long APPLIED_MILLIS = 20;
    /** PostgreSQL's word that a transaction is committed: a CommandComplete of COMMIT. */
    private static final byte[] COMMITTED = {'C', 0, 0, 0, 11, 'C', 'O', 'M', 'M', 'I', 'T', 0};

    private final FaultProxy proxy;
    private final Socket client;
    private final Socket server;
    private byte[] saidLast = {};
    private volatile boolean silent;
    private volatile @Nullable Fault losing;

    Conversation(FaultProxy proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    void passRequests() {
        byte[] buffer = new byte[BUFFER];
        try {
            int read;
            while ((read = client.getInputStream().read(buffer)) >= 0) {
                if (meets(buffer, read)) {
                    server.getOutputStream().write(buffer, 0, read);
                }
            }
            close();
        } catch (IOException ended) {
            close();
        }
    }

    /** Whether the request goes on to the server. */
    private boolean meets(byte[] request, int length) throws IOException {
        if (silent) {
            return false;
        }
        Fault fault = proxy.armed();
        byte[] said = join(saidLast, request, length);
        saidLast = Arrays.copyOfRange(said, Math.max(0, said.length - 64), said.length);
        if (fault == null || !contains(said, fault.tenant().getBytes(StandardCharsets.UTF_8))) {
            return true;
        }
        saidLast = new byte[0];
        return happens(fault);
    }

    private boolean happens(Fault fault) throws IOException {
        if (fault.point() == FaultPoint.ANSWER_LOST) {
            losing = fault;
            return true;
        }
        if (!proxy.fire(fault)) {
            return true;
        }
        switch (fault.point()) {
            case CONNECTION_REFUSED -> proxy.refuseForAWhile();
            case CONNECTION_RESET -> reset();
            case CONNECTION_SILENT -> {
                silent = true;
                proxy.resetLater(this, SILENT_MILLIS);
            }
            case ANSWER_LATE -> {
                pause(LATE_MILLIS);
                return true;
            }
            case THROTTLED -> {
                if (TooBusy.answersRequests(proxy.type())) {
                    silent = true;
                    TooBusy.answer(client, proxy.type());
                    proxy.resetLater(this, LATE_MILLIS);
                } else {
                    proxy.turnNextAway();
                    reset();
                }
            }
            default -> throw new IllegalStateException(fault.point() + " is nothing that a connection does");
        }
        return false;
    }

    void passReplies() {
        byte[] buffer = new byte[BUFFER];
        try {
            int read;
            while ((read = server.getInputStream().read(buffer)) >= 0) {
                Fault fault = losing;
                if (fault != null && isOfItsEffect(buffer, read) && proxy.fire(fault)) {
                    pause(APPLIED_MILLIS);
                    reset();
                    return;
                }
                if (!silent) {
                    client.getOutputStream().write(buffer, 0, read);
                }
            }
            close();
        } catch (IOException ended) {
            close();
        }
    }

    /** In PostgreSQL only a commit takes effect; elsewhere each request does. */
    private boolean isOfItsEffect(byte[] reply, int length) {
        return proxy.type() != ResourceType.POSTGRESQL || contains(Arrays.copyOf(reply, length), COMMITTED);
    }

    private static byte[] join(byte[] before, byte[] after, int length) {
        byte[] joined = Arrays.copyOf(before, before.length + length);
        System.arraycopy(after, 0, joined, before.length, length);
        return joined;
    }

    private static boolean contains(byte[] text, byte[] part) {
        for (int at = 0; at + part.length <= text.length; at++) {
            if (Arrays.equals(text, at, at + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Both ends find the connection gone, and not ended. */
    void reset() {
        reset(client);
        reset(server);
    }

    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closedAnyway) {
            // Then it is as it should be.
        }
    }

    private void close() {
        try {
            client.close();
            server.close();
        } catch (IOException closedAnyway) {
            // Then it is as it should be.
        }
    }
}
