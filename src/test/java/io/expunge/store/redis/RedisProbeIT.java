package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static io.expunge.store.redis.Scopes.PATTERN;
import static io.expunge.store.redis.Scopes.subject;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.StoreDeclaration;
import io.expunge.sandbox.RedisServer;
import io.expunge.sandbox.SharedServers;
import io.expunge.store.Blindness;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.StoreAccess;
import io.expunge.store.Subject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisProbeIT {

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());
    private final RedisServer server = SharedServers.redis();
    private final RawRedis raw = new RawRedis(server);
    private final StoreAccess access = RedisUnderTest.access(server, server.verifier());
    private final Probe probe = connector.probe(CACHE, access);

    @BeforeEach
    void empty() {
        raw.call("FLUSHALL");
    }

    @AfterEach
    void close() {
        probe.close();
        raw.close();
    }

    @Test
    void each_kind_of_key_is_counted_apart_for_every_tenant_in_one_walk() {
        put("t:acme:g1:", 3);
        put("t:acme:g2:", 4);
        put("t:acme:", 2);
        put("t:acme2:g3:", 5);
        put("t:[acme]:g1:", 1);
        Subject first = subject("acme", 1);
        Subject second = subject("acme", 2);
        Subject reopened = subject("acme2", 2);
        Subject bracketed = subject("[acme]", 1);
        raw.call("CONFIG", "RESETSTAT");

        Map<Subject, Sighting> sightings = look(Scopes.of(PATTERN), first, second, reopened, bracketed);

        assertThat(counts(sightings.get(first))).containsExactly(3L, 2L, 4L);
        assertThat(counts(sightings.get(second))).containsExactly(7L, 2L, 0L);
        assertThat(counts(sightings.get(reopened))).containsExactly(0L, 0L, 5L);
        assertThat(counts(sightings.get(bracketed))).containsExactly(1L, 0L, 0L);
        assertThat(raw.text("INFO", "commandstats")).contains("cmdstat_scan:calls=1,");
    }

    @Test
    void keys_in_another_logical_database_are_residue_too() {
        put("t:expunge-control:g1:", 1);
        raw.call("SELECT", 3);
        put("t:acme:g1:", 2);
        put("t:acme:", 1);

        Map<Subject, Sighting> sightings = look(Scopes.of(PATTERN), subject("acme", 1));

        assertThat(counts(sightings.get(subject("acme", 1)))).containsExactly(2L, 1L, 0L);
    }

    @Test
    void the_same_key_in_two_databases_counts_twice() {
        put("t:acme:g1:", 1);
        raw.call("SELECT", 3);
        put("t:acme:g1:", 1);

        Map<Subject, Sighting> sightings = look(Scopes.of(PATTERN), subject("acme", 1));

        assertThat(counts(sightings.get(subject("acme", 1)))).containsExactly(2L, 0L, 0L);
    }

    @Test
    void a_login_that_may_not_look_into_the_other_databases_is_denied() {
        raw.call("SELECT", 3);
        put("t:acme:g1:", 2);
        raw.call("ACL", "SETUSER", "half-blind", "on", ">secret", "~*", "+@all", "-select");

        try (Probe halfBlind = connector.probe(CACHE, new StoreAccess(server.url(), "half-blind", "secret"))) {
            assertThat(halfBlind.look(Scopes.of(PATTERN), List.of(Question.about(subject("acme", 1)))))
                    .containsValue(new Unknown(Blindness.DENIED, "NOPERM"));
        }
    }

    @Test
    void an_id_that_is_a_pattern_sees_only_itself() {
        Stream.of("x", "[x]", "[x", "xx", "*", "a*b", "aXb", "\\", "\\\\", "a\\b")
                .forEach(id -> put("t:" + id + ":g1:", 1));

        Stream.of("[x]", "*", "a*b", "\\", "a\\b")
                .map(id -> subject(id, 1))
                .forEach(odd -> assertThat(counts(look(Scopes.of(PATTERN), odd).get(odd)))
                        .containsExactly(1L, 0L, 0L));
    }

    @Test
    void in_a_pattern_without_a_generation_everything_is_residue() {
        put("t:acme:g1:", 2);
        put("t:acme:", 1);

        Map<Subject, Sighting> sightings = look(Scopes.of("t:{tenant}:*"), subject("acme", 1));

        assertThat(counts(sightings.get(subject("acme", 1)))).containsExactly(0L, 3L, 0L);
    }

    @Test
    void a_pattern_or_an_id_that_cannot_be_told_apart_blinds() {
        put("t:acme:1:g1:", 2);

        assertThat(look(Scopes.ofTable(), subject("acme", 1)))
                .containsOnly(Map.entry(subject("acme", 1), new Unknown(Blindness.BLIND, "PATTERN")));
        assertThat(look(Scopes.of(PATTERN), subject("acme:1", 1)))
                .containsOnly(Map.entry(subject("acme:1", 1), new Unknown(Blindness.BLIND, "DELIMITER")));
    }

    @Test
    void another_server_than_the_pinned_one_is_not_believed() {
        StoreDeclaration pinned = new StoreDeclaration("cache", CACHE.type(), Optional.of("another"));

        try (Probe strict = connector.probe(pinned, access)) {
            assertThat(strict.look(Scopes.of(PATTERN), List.of(Question.about(subject("acme", 1)))))
                    .containsValue(new Unknown(Blindness.OTHER_STORE, "IDENTITY"));
        }
    }

    @Test
    void the_shape_names_the_question_and_no_tenant() {
        assertThat(probe.shape(Scopes.of("t-1:{tenant}:g{generation}:*")))
                .isEqualTo("SCAN 0 MATCH t\\-1:* COUNT 1000 (all databases), key read by its segments");
    }

    private Map<Subject, Sighting> look(Scope scope, Subject... subjects) {
        return probe.look(scope, Stream.of(subjects).map(Question::about).toList());
    }

    private static List<Long> counts(@Nullable Sighting sighting) {
        assertThat(sighting).isInstanceOf(Seen.class);
        Seen seen = (Seen) requireNonNull(sighting);
        return List.of(seen.residue(), seen.ungenerated(), seen.later());
    }

    private void put(String prefix, int count) {
        raw.callAll(IntStream.range(0, count)
                .mapToObj(item -> new Object[] {"SET", prefix + "item:" + item, item})
                .toList());
    }
}
