package io.expunge.store.redis;

import io.expunge.sandbox.RedisServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The protocol by hand: what the tests put in and look up shares nothing with the adapter or its client library. */
final class RawRedis implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    RawRedis(RedisServer server) {
        this(server.port());
    }

    RawRedis(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(20_000);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The answer: a {@code byte[]}, a {@code Long} or a list of answers. An error reply is thrown. */
    Object call(Object... words) {
        send(words);
        return answer();
    }

    String text(Object... words) {
        return new String((byte[]) call(words), StandardCharsets.UTF_8);
    }

    long number(Object... words) {
        return (Long) call(words);
    }

    /** Of the selected database, each once. */
    List<byte[]> keys() {
        List<byte[]> keys = new ArrayList<>();
        for (Object key : (List<?>) call("KEYS", "*")) {
            keys.add((byte[]) key);
        }
        return keys;
    }

    /** Many commands of the same form in one go. */
    void callAll(List<Object[]> commands) {
        for (int at = 0; at < commands.size(); at += 1_000) {
            List<Object[]> some = commands.subList(at, Math.min(at + 1_000, commands.size()));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            some.forEach(command -> all.writeBytes(encode(command)));
            write(all.toByteArray());
            some.forEach(command -> answer());
        }
    }

    /** Sends and doesn't wait. */
    void send(Object... words) {
        write(encode(words));
    }

    private void write(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] encode(Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (Object word : words) {
            byte[] raw =
                    word instanceof byte[] bytes ? bytes : String.valueOf(word).getBytes(StandardCharsets.UTF_8);
            out.writeBytes(("$" + raw.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(raw);
            out.writeBytes(new byte[] {'\r', '\n'});
        }
        return out.toByteArray();
    }

    Object answer() {
        try {
            String line = line();
            String rest = line.substring(1);
            return switch (line.charAt(0)) {
                case '+' -> rest.getBytes(StandardCharsets.UTF_8);
                case ':' -> Long.valueOf(rest);
                case '$' -> bulk(Integer.parseInt(rest));
                case '*' -> list(Integer.parseInt(rest));
                default -> throw new IllegalStateException(line);
            };
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private byte[] bulk(int length) throws IOException {
        byte[] bytes = in.readNBytes(Math.max(0, length));
        if (length >= 0) {
            in.skipNBytes(2);
        }
        return bytes;
    }

    private List<Object> list(int length) {
        Object[] elements = new Object[length];
        Arrays.setAll(elements, index -> answer());
        return List.of(elements);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new IOException("closed");
            }
            line.write(each);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
