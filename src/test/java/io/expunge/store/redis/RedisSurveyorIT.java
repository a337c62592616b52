package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static io.expunge.store.redis.Scopes.PATTERN;
import static io.expunge.store.redis.Scopes.target;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.NotTenantData;
import io.expunge.sandbox.RedisServer;
import io.expunge.sandbox.SharedServers;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import io.expunge.store.Surveyor;
import io.expunge.store.Uncatalogued;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisSurveyorIT {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), UTC);

    private final RedisServer server = SharedServers.redis();
    private final RawRedis raw = new RawRedis(server);
    private final RedisConnector connector = new RedisConnector(NOON);
    private final Surveyor surveyor = connector.surveyor(CACHE, RedisUnderTest.access(server, server.verifier()));

    @BeforeEach
    void empty() {
        raw.call("FLUSHALL");
    }

    @AfterEach
    void close() {
        surveyor.close();
        raw.close();
    }

    @Test
    void the_identity_is_the_run_id() {
        assertThat(raw.text("INFO", "server")).contains("run_id:" + surveyor.identity());
    }

    @Test
    void a_baseline_holds_older_and_ungenerated_keys_and_no_later_ones() {
        put("t:acme:g1:", 3);
        put("t:acme:g2:", 4);
        put("t:acme:g3:", 5);
        put("t:acme:", 2);
        put("t:acme2:g1:", 7);

        assertThat(surveyor.count(
                        Scopes.of(PATTERN), List.of(target("acme", 2), target("acme2", 1), target("nobody", 1))))
                .containsOnly(
                        Map.entry("task of acme", 9L), Map.entry("task of acme2", 7L), Map.entry("task of nobody", 0L));
    }

    @Test
    void keys_that_nothing_names_are_drift_and_stay_unnamed() {
        put("t:acme:g1:", 2);
        put("t:acme:", 2);
        put("u:acme:", 3);
        put("application:", 4);

        List<Uncatalogued> drift = surveyor.drift(catalog("2026-11-30"));

        assertThat(drift).containsExactly(new Uncatalogued("db 0", "3 keys that no key pattern matches"));
    }

    @Test
    void a_declaration_that_has_expired_covers_nothing() {
        put("application:", 4);

        assertThat(surveyor.drift(catalog("2026-11-30"))).isEmpty();
        assertThat(surveyor.drift(catalog("2026-11-29")))
                .containsExactly(new Uncatalogued("db 0", "4 keys that no key pattern matches"));
    }

    @Test
    void another_logical_database_is_looked_into() {
        raw.call("SELECT", 5);
        put("u:acme:", 3);
        put("t:acme:g1:", 3);

        assertThat(surveyor.drift(catalog("2026-11-30")))
                .containsExactly(new Uncatalogued("db 5", "3 keys that no key pattern matches"));
    }

    @Test
    void what_cannot_be_counted_is_no_zero() {
        assertThatExceptionOfType(StoreException.Refused.class)
                .isThrownBy(() -> surveyor.count(Scopes.of(PATTERN), List.of(target("acme:1", 1))))
                .withMessageContaining("DELIMITER");
        try (Surveyor stranger = connector.surveyor(CACHE, new StoreAccess(server.url(), "nobody", "wrong"))) {
            assertThatExceptionOfType(StoreException.Refused.class)
                    .isThrownBy(() -> stranger.drift(catalog("2026-11-30")))
                    .withMessageContaining("WRONGPASS");
        }
    }

    private static Catalog catalog(String expires) {
        return Scopes.catalog(
                List.of(Scopes.resource(PATTERN)),
                List.of(new NotTenantData(CACHE.name(), "application:*", "settings", "dpo", LocalDate.parse(expires))));
    }

    private void put(String prefix, int count) {
        raw.callAll(IntStream.range(0, count)
                .mapToObj(item -> new Object[] {"SET", prefix + "item:" + item, item})
                .toList());
    }
}
