package io.expunge.store.redis;

import io.expunge.store.StoreAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers like a Redis that does what a real one does once in a while and can't be told to: gives a key twice, sends an
 * empty page, changes its dataset in the middle of a walk. Everything else is tested on the real one.
 */
final class ScriptedRedis implements AutoCloseable {

    private static final String INFO = """
            run_id:%s\r
            loading:0\r
            role:master\r
            master_replid:%s\r
            master_repl_offset:0\r
            cluster_enabled:0\r
            """;

    private final ServerSocket listener;
    private final Function<List<String>, String> script;

    /** @param script the answer to a command, in the protocol's own form; greetings are answered already */
    ScriptedRedis(Function<List<String>, String> script) {
        this.script = script;
        try {
            listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start("accept", this::accept);
    }

    static String info(String runId, String replicationId) {
        String info = INFO.formatted(runId, replicationId);
        return "$" + info.length() + "\r\n" + info + "\r\n";
    }

    static String page(String cursor, String... keys) {
        StringBuilder page =
                new StringBuilder("*2\r\n$%d\r\n%s\r\n*%d\r\n".formatted(cursor.length(), cursor, keys.length));
        for (String key : keys) {
            page.append("$%d\r\n%s\r\n".formatted(key.length(), key));
        }
        return page.toString();
    }

    StoreAccess access() {
        return new StoreAccess("redis://127.0.0.1:" + listener.getLocalPort(), "", "");
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                start("serve", () -> serve(client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> command = new ArrayList<>();
                for (int word = Integer.parseInt(line.substring(1)); word > 0; word--) {
                    in.readLine();
                    command.add(in.readLine());
                }
                String answer = switch (command.get(0)) {
                    case "PING" -> "+PONG\r\n";
                    case "CLIENT", "SELECT" -> "+OK\r\n";
                    default -> script.apply(command);
                };
                client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException closed) {
            // The client has what it wanted.
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, "scripted-redis-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
