package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static io.expunge.store.redis.Scopes.PATTERN;
import static io.expunge.store.redis.Scopes.subject;
import static io.expunge.store.redis.Scopes.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.expunge.catalog.OnReopen;
import io.expunge.store.Blindness;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import io.expunge.store.Surveyor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;

/** One node shows a part of the keys as if it were all of them, so a cluster is refused whole. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisClusterIT {

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());
    private final RedisServer node;
    private final StoreAccess access;

    RedisClusterIT(@TempDir Path directory) throws IOException {
        int port = freePort();
        node = RedisServer.newRedisServer()
                .executableProvider(ExecutableProvider.newJarResourceProvider(directory.toFile()))
                .port(port)
                .bind("127.0.0.1")
                .setting("dir " + directory)
                .setting("save \"\"")
                .setting("cluster-enabled yes")
                .build();
        node.start();
        access = new StoreAccess("redis://127.0.0.1:" + port, "", "");
    }

    @AfterEach
    void stop() throws IOException {
        node.stop();
    }

    @Test
    void a_cluster_is_neither_erased_nor_believed() {
        try (Eraser eraser = connector.eraser(CACHE, access);
                Probe probe = connector.probe(CACHE, access);
                Surveyor surveyor = connector.surveyor(CACHE, access)) {
            Slice slice = new Slice(
                    Scopes.of(PATTERN),
                    List.of(target("acme", 1)),
                    ResumePoint.START,
                    100,
                    Duration.ofSeconds(10),
                    OnReopen.STOP);

            assertThat(eraser.erase(slice).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "CLUSTER"));
            assertThat(probe.look(Scopes.of(PATTERN), List.of(Question.about(subject("acme", 1)))))
                    .containsValue(new Unknown(Blindness.INCOMPLETE, "CLUSTER"));
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> surveyor.count(Scopes.of(PATTERN), slice.targets()))
                    .withMessageContaining("CLUSTER");
        }
    }

    /** The cluster's own port is ten thousand above. */
    private static int freePort() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (socket.getLocalPort() < 50_000) {
                    return socket.getLocalPort();
                }
            }
        }
    }
}
