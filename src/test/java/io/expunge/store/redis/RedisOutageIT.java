package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static io.expunge.store.redis.Scopes.PATTERN;
import static io.expunge.store.redis.Scopes.subject;
import static io.expunge.store.redis.Scopes.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.OnReopen;
import io.expunge.sandbox.RedisServer;
import io.expunge.store.Blindness;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own for each test, which is stopped, slowed and demoted. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisOutageIT {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());
    private final Scope scope = Scopes.of(PATTERN);
    private final RedisServer server;
    private final Eraser eraser;
    private final Probe probe;

    RedisOutageIT(@TempDir Path directory) {
        server = RedisServer.start(directory.resolve("redis"));
        eraser = connector.eraser(CACHE, RedisUnderTest.access(server, server.eraser()));
        probe = connector.probe(CACHE, RedisUnderTest.access(server, server.verifier()));
    }

    @AfterEach
    void close() {
        eraser.close();
        probe.close();
        server.close();
    }

    @Test
    void a_server_that_stops_is_unavailable_and_found_again_when_it_is_back() {
        put("t:acme:g1:", 3);
        assertThat(look()).isInstanceOf(Seen.class);
        erase(ResumePoint.START, 1, LIMIT);
        server.stop();

        assertThat(catchThrowable(() -> erase(ResumePoint.START, 1, LIMIT)))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(look()).isEqualTo(new Unknown(Blindness.UNAVAILABLE, "CONNECT"));

        server.startAgain();
        assertThat(erase(ResumePoint.START, 100, LIMIT).next()).isEmpty();
        assertThat(remaining(look())).isZero();
    }

    @Test
    void a_walk_that_met_a_restart_starts_over_and_says_so() {
        put("t:acme:g1:", 5_000);
        SliceResult first = erase(ResumePoint.START, 500, LIMIT);
        server.stop();
        server.startAgain();

        SliceResult second = erase(first.next().orElseThrow(), 100_000, LIMIT);

        assertThat(first.disturbed()).isFalse();
        assertThat(second.disturbed()).isTrue();
        assertThat(second.next()).isEmpty();
        assertThat(remaining(look())).isZero();
    }

    @Test
    void what_a_restart_brings_back_is_seen() {
        put("t:acme:g1:", 3);
        Position horizon = eraser.horizon();
        try (RawRedis raw = new RawRedis(server)) {
            List<byte[]> saved = raw.keys();
            erase(ResumePoint.START, 100, LIMIT);
            Position erasedAt = eraser.position();
            saved.forEach(key -> raw.call("SET", key, "as the last snapshot had it"));
            server.stop();
            server.startAgain();

            Sighting sighting = look(new Question(subject("acme", 1), horizon, erasedAt), scope);

            assertThat(remaining(sighting)).isEqualTo(3);
            assertThat(((Seen) sighting).position()).isNotEqualTo(erasedAt);
        }
    }

    @Test
    void a_server_that_does_not_answer_is_unavailable_by_the_deadline() {
        put("t:acme:g1:", 3);
        erase(ResumePoint.START, 1, LIMIT);
        try (RawRedis raw = new RawRedis(server)) {
            raw.call("CLIENT", "PAUSE", 3_000, "ALL");
            Instant start = Instant.now();

            Throwable failure = catchThrowable(() -> erase(ResumePoint.START, 100, Duration.ofMillis(500)));

            assertThat(failure).isInstanceOf(StoreException.Unavailable.class).hasMessageContaining("TIMEOUT");
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofMillis(2_500));
        }
    }

    @Test
    void an_unlink_that_is_not_answered_is_ambiguous_and_is_done_again() {
        put("t:acme:g1:", 3);
        try (RawRedis raw = new RawRedis(server)) {
            raw.call("CLIENT", "PAUSE", 1_500, "WRITE");

            Throwable failure = catchThrowable(() -> erase(ResumePoint.START, 100, Duration.ofMillis(500)));

            assertThat(failure).isInstanceOf(StoreException.Ambiguous.class).hasMessageContaining("TIMEOUT");
            assertThat(erase(ResumePoint.START, 100, LIMIT).next()).isEmpty();
            assertThat(raw.keys()).isEmpty();
        }
    }

    @Test
    void a_server_that_runs_a_script_serves_nobody() {
        try (RawRedis raw = new RawRedis(server);
                RawRedis busy = new RawRedis(server)) {
            raw.call("CONFIG", "SET", "lua-time-limit", 1);
            busy.send("EVAL", "while true do end", 0);

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(look()).isEqualTo(new Unknown(Blindness.UNAVAILABLE, "BUSY")));
            assertThat(catchThrowable(() -> erase(ResumePoint.START, 100, LIMIT)))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("BUSY");
            raw.call("SCRIPT", "KILL");
        }
    }

    @Test
    void a_replica_is_not_erased_and_answers_for_itself_only_while_in_step(@TempDir Path directory) {
        put("t:acme:g1:", 3);
        try (RedisServer replica = RedisServer.start(directory.resolve("replica"));
                RawRedis raw = new RawRedis(replica);
                Eraser onReplica = connector.eraser(CACHE, RedisUnderTest.access(replica, replica.eraser()));
                Probe atReplica = connector.probe(CACHE, RedisUnderTest.access(replica, replica.verifier()))) {
            Scope asReplica = Scopes.of(PATTERN, FenceKind.NAME, "replica");
            raw.call("REPLICAOF", server.host(), server.port());
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(raw.text("INFO", "replication")).contains("master_link_status:up"));

            assertThat(catchThrowable(() -> onReplica.erase(slice(ResumePoint.START, 100, LIMIT))))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("READONLY");
            assertThat(look(atReplica, Question.about(subject("acme", 1)), scope))
                    .isEqualTo(new Unknown(Blindness.STALE, "REPLICA"));
            assertThat(remaining(look(atReplica, Question.about(subject("acme", 1)), asReplica)))
                    .isEqualTo(3);

            erase(ResumePoint.START, 100, LIMIT);
            Question erased = new Question(subject("acme", 1), Position.NONE, eraser.position());
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(remaining(look(atReplica, erased, asReplica)))
                            .isZero());
            assertThat(look(atReplica, ahead(erased), asReplica)).isEqualTo(new Unknown(Blindness.STALE, "OFFSET"));

            server.stop();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(look(atReplica, erased, asReplica))
                            .isEqualTo(new Unknown(Blindness.STALE, "REPLICA")));
        }
    }

    /** The same question about an erasure that the replica can't have heard of yet. */
    private static Question ahead(Question question) {
        History history = History.of(question.erasedAt()).orElseThrow();
        return new Question(
                question.subject(),
                question.horizon(),
                new History(history.runId(), history.replicationId(), history.offset() + 1_000_000).position());
    }

    @Test
    void a_second_server_started_empty_shows_no_residue_and_no_control_either() {
        put("t:expunge-control:g1:", 2);
        server.kill();
        server.startAgain();

        Sighting control = look(Question.about(subject("expunge-control", 1)), scope);

        assertThat(((Seen) control).anything()).isFalse();
        assertThat(erase(ResumePoint.START, 100, LIMIT).outcomes()).containsValue(new Absent());
    }

    private SliceResult erase(ResumePoint from, int items, Duration deadline) {
        return eraser.erase(slice(from, items, deadline));
    }

    private Slice slice(ResumePoint from, int items, Duration deadline) {
        return new Slice(scope, List.of(target("acme", 1)), from, items, deadline, OnReopen.STOP);
    }

    private Sighting look() {
        return look(Question.about(subject("acme", 1)), scope);
    }

    private Sighting look(Question question, Scope where) {
        return look(probe, question, where);
    }

    private static Sighting look(Probe by, Question question, Scope where) {
        Map<?, Sighting> answers = by.look(where, List.of(question));
        assertThat(answers).hasSize(1);
        return answers.values().iterator().next();
    }

    private static long remaining(Sighting sighting) {
        assertThat(sighting).isInstanceOf(Seen.class);
        return ((Seen) sighting).remaining();
    }

    private void put(String prefix, int count) {
        try (RawRedis raw = new RawRedis(server)) {
            raw.callAll(IntStream.range(0, count)
                    .mapToObj(item -> new Object[] {"SET", prefix + "item:" + item, item})
                    .toList());
        }
    }
}
