package io.expunge.sandbox;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * How a command reaches the supervisor: a loopback port, and a word that proves that whoever knocks may read the
 * folder. One line goes in; lines come back until the connection closes.
 */
record Door(int port, String word) {
    private static final String OPEN = "ok";

    /** The door as written down; whether anybody is behind it shows when one knocks. */
    static Optional<Door> in(SandboxFolder folder) throws IOException {
        if (!Files.exists(folder.door())) {
            return Optional.empty();
        }
        String[] parts = Files.readString(folder.door()).strip().split(" ", -1);
        return Optional.of(new Door(Integer.parseInt(parts[0]), parts[1]));
    }

    void writeTo(SandboxFolder folder) throws IOException {
        Folders.writeSecret(folder.door(), port + " " + word + "\n");
    }

    /**
     * Asks the supervisor for something.
     *
     * @throws IOException if nobody answers, or not with success
     */
    List<String> ask(String request) throws IOException {
        try (Socket socket = Loopback.connect(port)) {
            socket.getOutputStream().write((word + " " + request + "\n").getBytes(StandardCharsets.UTF_8));
            List<String> answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (answer.isEmpty() || !answer.get(0).equals(OPEN)) {
                throw new IOException("the sandbox's supervisor answered: " + String.join(" ", answer));
            }
            return answer.subList(1, answer.size());
        }
    }

    /** The request in a line that came in; none if the word is wrong. */
    Optional<String> request(String line) {
        return line.startsWith(word + " ") ? Optional.of(line.substring(word.length() + 1)) : Optional.empty();
    }

    static byte[] answer(List<String> lines) {
        return (OPEN + "\n" + String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static byte[] refusal(String why) {
        return (why + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
