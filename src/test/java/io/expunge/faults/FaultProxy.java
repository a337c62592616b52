package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a store's server, whatever it speaks, and passes everything on, until it is armed: then it does, to the first
 * request that names the fault's tenant, what networks and busy servers do.
 */
public final class FaultProxy implements AutoCloseable {

    private static final long CLOSED_MILLIS = 150;

    private final ResourceType type;
    private final InetSocketAddress server;
    private final int port;
    private final Set<Conversation> conversations = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Fault> armed = new AtomicReference<>();
    private final AtomicInteger toTurnAway = new AtomicInteger();
    private final ExecutorService pumps = Executors.newCachedThreadPool(FaultProxy::daemon);
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(FaultProxy::daemon);
    private volatile @Nullable ServerSocket door;
    private volatile boolean closed;

    /** @param port of the server, on this host */
    public FaultProxy(ResourceType type, int port) {
        this.type = type;
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            ServerSocket first = open(0);
            this.port = first.getLocalPort();
            pumps.execute(() -> accept(first));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    }

    /** Where clients find the server. */
    public int port() {
        return port;
    }

    /** From now on the fault waits for a request of its tenant's; another that still waits goes on doing so. */
    void arm(Fault fault) {
        armed.compareAndSet(null, fault);
    }

    void disarm(Fault fault) {
        armed.compareAndSet(fault, null);
    }

    @Nullable Fault armed() {
        return armed.get();
    }

    /** Whether it happens now, and not once more. */
    boolean fire(Fault fault) {
        return armed.compareAndSet(fault, null) && fault.fire();
    }

    ResourceType type() {
        return type;
    }

    /** The next client that connects hears that there are too many. */
    void turnNextAway() {
        toTurnAway.incrementAndGet();
    }

    void resetLater(Conversation conversation, long millis) {
        var unused = later.schedule(() -> conversation.reset(), millis, TimeUnit.MILLISECONDS);
    }

    /** Nobody listens for a while, and whoever was connected isn't any more. */
    void refuseForAWhile() {
        ServerSocket open = door;
        closeQuietly(open);
        conversations.forEach(Conversation::reset);
        var unused = later.schedule(this::openAgain, CLOSED_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void openAgain() {
        if (closed) {
            return;
        }
        try {
            ServerSocket again = open(port);
            pumps.execute(() -> accept(again));
        } catch (IOException stillTaken) {
            var unused = later.schedule(this::openAgain, CLOSED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private ServerSocket open(int at) throws IOException {
        ServerSocket opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
        door = opened;
        return opened;
    }

    private void accept(ServerSocket at) {
        while (true) {
            try {
                Socket client = at.accept();
                if (toTurnAway.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    pumps.execute(() -> TooBusy.turnAway(client, type));
                } else {
                    pumps.execute(() -> converse(client));
                }
            } catch (IOException doorClosed) {
                return;
            }
        }
    }

    private void converse(Socket client) {
        try {
            Socket upstream = new Socket(server.getAddress(), server.getPort());
            Conversation conversation = new Conversation(this, client, upstream);
            conversations.add(conversation);
            pumps.execute(conversation::passReplies);
            conversation.passRequests();
            conversations.remove(conversation);
        } catch (IOException serverDown) {
            Conversation.reset(client);
        }
    }

    private static void closeQuietly(@Nullable ServerSocket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException closedAnyway) {
            // It doesn't listen any more, which is all that is wanted.
        }
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(door);
        conversations.forEach(Conversation::reset);
        later.shutdownNow();
        pumps.shutdownNow();
    }
}
