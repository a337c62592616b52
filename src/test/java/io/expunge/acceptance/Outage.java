package io.expunge.acceptance;

import io.expunge.sandbox.SandboxServer;
import java.util.Objects;

/** Each server that may be out while the registry, and with it the fence, is there. */
enum Outage {
    REDIS("redis", "cache", "cache.keys", "derived", "redis"),
    OPENSEARCH("opensearch", "search", "search.tickets", "derived", "opensearch"),
    S3("s3", "objects", "objects.files", "primary", "s3");

    private final String server;
    private final String store;
    private final String resource;
    private final String wave;
    private final String type;

    Outage(String server, String store, String resource, String wave, String type) {
        this.server = server;
        this.store = store;
        this.resource = resource;
        this.wave = wave;
        this.type = type;
    }

    SandboxServer server(World world) {
        return Objects.requireNonNull(world.sandbox().servers().get(server));
    }

    /** The catalog's name for what is then waited for. */
    String store() {
        return store;
    }

    /** What can't be erased meanwhile. */
    String resource() {
        return resource;
    }

    /** The partition that is left of a job. */
    String partition(String job) {
        return wave + ":" + job + ":" + type;
    }
}
