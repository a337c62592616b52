package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What servers say that have too much to do. Those that speak HTTP say it to a request; PostgreSQL and Redis say it to whoever
 * connects.
 */
final class TooBusy {

    private static final int STARTUP_LONGEST = 10_000;
    private static final int FIRST_PROTOCOL_NEGOTIATION = 80_877_103;

    private TooBusy() {}

    static boolean answersRequests(ResourceType type) {
        return type == ResourceType.S3 || type == ResourceType.OPENSEARCH;
    }

    /** Answers the request that is being sent, in the server's place. */
    static void answer(Socket client, ResourceType type) throws IOException {
        String body = switch (type) {
            case S3 ->
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>SlowDown</Code>"
                        + "<Message>Please reduce your request rate.</Message></Error>";
            case OPENSEARCH ->
                "{\"error\":{\"root_cause\":[{\"type\":\"circuit_breaking_exception\",\"reason\":\"Data too large\"}],"
                        + "\"type\":\"circuit_breaking_exception\",\"reason\":\"Data too large\"},\"status\":429}";
            default -> throw new IllegalArgumentException(type + " says it to whoever connects");
        };
        String status = type == ResourceType.S3 ? "503 Slow Down" : "429 Too Many Requests";
        String media = type == ResourceType.S3 ? "application/xml" : "application/json";
        String answer = "HTTP/1.1 " + status + "\r\nContent-Type: " + media + "\r\nContent-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body;
        client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
        client.shutdownOutput();
    }

    /** Tells somebody who connects, and hangs up. */
    static void turnAway(Socket client, ResourceType type) {
        try (client) {
            if (type == ResourceType.POSTGRESQL) {
                readStartup(client);
                client.getOutputStream().write(tooManyClients());
            } else {
                client.getOutputStream()
                        .write("-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            client.getOutputStream().flush();
        } catch (IOException hungUp) {
            // Then it was turned away all the same.
        }
    }

    /** A client asks whether it may encrypt first, and is told no. */
    private static void readStartup(Socket client) throws IOException {
        while (true) {
            ByteBuffer length = ByteBuffer.wrap(client.getInputStream().readNBytes(Integer.BYTES));
            int rest = Math.min(length.getInt() - Integer.BYTES, STARTUP_LONGEST);
            ByteBuffer message = ByteBuffer.wrap(client.getInputStream().readNBytes(rest));
            if (message.getInt() < FIRST_PROTOCOL_NEGOTIATION) {
                return;
            }
            client.getOutputStream().write('N');
        }
    }

    private static byte[] tooManyClients() {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        for (String field : new String[] {"SFATAL", "VFATAL", "C53300", "Msorry, too many clients already"}) {
            fields.writeBytes(field.getBytes(StandardCharsets.US_ASCII));
            fields.write(0);
        }
        fields.write(0);
        ByteBuffer message = ByteBuffer.allocate(1 + Integer.BYTES + fields.size());
        message.put((byte) 'E').putInt(Integer.BYTES + fields.size()).put(fields.toByteArray());
        return message.array();
    }
}
