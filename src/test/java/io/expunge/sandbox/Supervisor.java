package io.expunge.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The process that stays while the sandbox is up. Starts the servers, says that they are there by writing {@code env},
 * and serves {@code scripts/sandbox} until it is told to go, or until somebody deletes its folder.
 */
final class Supervisor {
    private static final int LOOK_AROUND_MILLIS = 1_000;
    private static final int IMPATIENCE_MILLIS = 5_000;

    private final SandboxFolder folder;
    private final Sandbox sandbox;
    private final Door door;
    private boolean leaving;

    private Supervisor(SandboxFolder folder, Sandbox sandbox, Door door) {
        this.folder = folder;
        this.sandbox = sandbox;
        this.door = door;
    }

    /** Takes the sandbox's folder, the checkout whose catalog and job settings the product shall use, and the object store. */
    public static void main(String[] arguments) throws IOException {
        SandboxFolder folder = new SandboxFolder(Path.of(arguments[0]));
        Path checkout = Path.of(arguments[1]);
        // By folder, because it also holds while the servers are still being started.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endServers(folder), "end-servers"));
        try (ServerSocket socket = Loopback.listen();
                Sandbox sandbox = Sandbox.start(folder.servers(), ObjectStore.valueOf(arguments[2]))) {
            Door door = new Door(socket.getLocalPort(), Passwords.random());
            SandboxSettings.writeReferenceKey(folder.referenceKey());
            door.writeTo(folder);
            SandboxSettings.of(sandbox, checkout, folder.referenceKey()).write(folder.settings());
            new Supervisor(folder, sandbox, door).serve(socket);
        }
    }

    private static void endServers(SandboxFolder folder) {
        try {
            Files.deleteIfExists(folder.settings());
            OwnProcesses.endServersIn(folder.servers());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void serve(ServerSocket socket) throws IOException {
        socket.setSoTimeout(LOOK_AROUND_MILLIS);
        while (!leaving && Files.exists(folder.door())) {
            try (Socket visitor = socket.accept()) {
                visitor.setSoTimeout(IMPATIENCE_MILLIS);
                serve(visitor);
            } catch (SocketTimeoutException nobodyCame) {
                // Time to see whether the folder is still there.
            } catch (IOException visitorLeft) {
                // The next one may stay.
            }
        }
    }

    private void serve(Socket visitor) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(visitor.getInputStream(), StandardCharsets.UTF_8));
        Optional<String> request = Optional.ofNullable(reader.readLine()).flatMap(door::request);
        if (request.isPresent()) {
            visitor.getOutputStream().write(attempt(request.get()));
        }
    }

    private byte[] attempt(String request) {
        try {
            return Door.answer(answer(request));
        } catch (RuntimeException failure) {
            return Door.refusal(failure.toString());
        }
    }

    private List<String> answer(String request) {
        String[] words = request.split(" ", 2);
        switch (words[0]) {
            case "start" -> server(words[1]).startAgain();
            case "stop" -> server(words[1]).stop();
            case "leave" -> leaving = true;
            default -> {
                // The state is the answer to everything.
            }
        }
        return sandbox.servers().entrySet().stream()
                .map(each -> ServerState.line(
                        each.getKey(),
                        each.getValue().isRunning(),
                        each.getValue().port()))
                .toList();
    }

    private SandboxServer server(String name) {
        SandboxServer server = sandbox.servers().get(name);
        if (server == null) {
            throw new IllegalArgumentException("no server " + name + "; there are "
                    + String.join(", ", sandbox.servers().keySet()));
        }
        return server;
    }
}
