package io.expunge.store.opensearch;

import io.expunge.sandbox.OpenSearchServer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One server per test JVM, started at first use; each test {@linkplain RawSearch#empty empties} it before use. */
final class SharedSearch {

    private static @Nullable OpenSearchServer server;

    private SharedSearch() {}

    static synchronized OpenSearchServer server() {
        if (server == null) {
            OpenSearchServer started = OpenSearchServer.start(Path.of(
                    "target/shared-opensearch",
                    Long.toString(ProcessHandle.current().pid())));
            Runtime.getRuntime().addShutdownHook(new Thread(started::close, "shared-opensearch"));
            server = started;
        }
        server.startAgain();
        return server;
    }
}
