package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.expunge.catalog.ResourceType;
import io.expunge.sandbox.RedisServer;
import io.expunge.sandbox.SharedServers;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import io.expunge.store.Surveyor;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisConnectorIT {

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());

    @Test
    void opening_asks_the_store_nothing() {
        try (Surveyor surveyor = connector.surveyor(CACHE, new StoreAccess("redis://127.0.0.1:1/0", "", ""))) {
            assertThat(surveyor).isNotNull();
        }
        assertThat(connector.type()).isEqualTo(ResourceType.REDIS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:6379",
                "http://127.0.0.1:6379",
                "redis-sentinel://127.0.0.1:6379",
                "redis://user:zq7-secret@127.0.0.1:6379/0",
                "redis:// :6379",
                "redis:///0"
            })
    void an_address_that_cannot_be_used_is_refused_and_not_repeated(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connector.eraser(CACHE, new StoreAccess(url, "", "")))
                .withMessageContaining("redis://host:port/database")
                .withMessageNotContaining("zq7-secret")
                .withNoCause();
    }

    @Test
    void an_empty_user_means_a_server_that_asks_for_none() {
        try (Surveyor surveyor = connector.surveyor(CACHE, new StoreAccess(server().url(), "", ""))) {
            assertThat(surveyor.identity()).isNotEmpty();
        }
    }

    @Test
    void a_server_without_tls_is_not_spoken_to_in_the_clear() {
        String url = server().url().replace("redis:", "rediss:");

        try (Surveyor surveyor = connector.surveyor(CACHE, new StoreAccess(url, "", ""))) {
            assertThatExceptionOfType(StoreException.Unavailable.class)
                    .isThrownBy(surveyor::identity)
                    .withNoCause();
        }
    }

    @Test
    void closing_leaves_no_connection() {
        try (RawRedis raw = new RawRedis(server())) {
            Surveyor surveyor = connector.surveyor(CACHE, new StoreAccess(server().url(), "", ""));
            surveyor.identity();
            assertThat(raw.text("CLIENT", "LIST")).contains("name=expunge-surveyor");

            surveyor.close();

            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(
                            () -> assertThat(raw.text("CLIENT", "LIST")).doesNotContain("name=expunge-surveyor"));
        }
    }

    private static RedisServer server() {
        return SharedServers.redis();
    }
}
