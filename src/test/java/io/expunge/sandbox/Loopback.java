package io.expunge.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;

/** The only network that the sandbox uses. */
final class Loopback {
    static final String HOST = "127.0.0.1";

    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;
    private static final int READ_TIMEOUT_MILLIS = 30_000;

    private Loopback() {}

    /** A port that was free a moment ago; another process may still be quicker, so callers try again. */
    static int freePort() throws IOException {
        try (ServerSocket socket = listen()) {
            return socket.getLocalPort();
        }
    }

    static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, address());
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address(), port), CONNECT_TIMEOUT_MILLIS);
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
            return socket;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    private static InetAddress address() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
