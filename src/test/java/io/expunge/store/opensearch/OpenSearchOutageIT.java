package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static io.expunge.store.opensearch.SearchScopes.TICKETS;
import static io.expunge.store.opensearch.SearchScopes.TICKETS_INDEX;
import static io.expunge.store.opensearch.SearchScopes.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.expunge.sandbox.OpenSearchServer;
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
import io.expunge.store.SliceResult;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own, which is stopped and killed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchOutageIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final OpenSearchConnector connector = new OpenSearchConnector(Clock.systemUTC());
    private final Scope tickets = SearchScopes.of(TICKETS);
    private final OpenSearchServer server;
    private final RawSearch raw;
    private final Eraser eraser;
    private final Probe probe;

    OpenSearchOutageIT(@TempDir Path directory) {
        server = OpenSearchServer.start(directory.resolve("opensearch"));
        raw = new RawSearch(server);
        StoreAccess access = new StoreAccess(server.url(), "", "");
        eraser = connector.eraser(SEARCH, access);
        probe = connector.probe(SEARCH, access);
        raw.call("PUT", "/tickets", TICKETS_INDEX);
    }

    @AfterEach
    void close() {
        eraser.close();
        probe.close();
        server.close();
    }

    @Test
    void a_server_that_stops_is_unavailable_and_found_again_when_it_is_back() {
        put(3);
        Position horizon = eraser.horizon();
        assertThat(look(horizon, Position.NONE)).isInstanceOf(Seen.class);
        SliceResult first = erase(ResumePoint.START, 1);
        server.stop();

        assertThat(catchThrowable(() -> erase(ResumePoint.START, 1))).isInstanceOf(StoreException.Unavailable.class);
        assertThat(look(horizon, Position.NONE)).isEqualTo(new Unknown(Blindness.UNAVAILABLE, "CONNECT"));

        server.startAgain();
        assertThat(erase(first.next().orElseThrow(), 100).next()).isEmpty();
        assertThat(look(horizon, eraser.position()))
                .isInstanceOfSatisfying(
                        Seen.class, seen -> assertThat(seen.remaining()).isZero());
    }

    /** With the server goes the task, and the record of it. */
    @Test
    void a_server_that_is_killed_in_the_middle_of_a_deletion_leaves_it_to_be_done_again() throws Exception {
        for (int part = 0; part < 4; part++) {
            put(10_000);
        }
        ExecutorService job = Executors.newSingleThreadExecutor();
        try {
            Future<Throwable> failure = job.submit(() -> catchThrowable(() -> erase(ResumePoint.START, 40_000)));
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(5)).until(this::isDeleting);
            server.kill();

            assertThat(failure.get()).isInstanceOfAny(StoreException.Unavailable.class, StoreException.Ambiguous.class);
        } finally {
            job.shutdown();
        }
        server.startAgain();

        assertThat(erase(ResumePoint.START, 100_000).next()).isEmpty();
        assertThat(raw.documents("tickets")).isEmpty();
    }

    private boolean isDeleting() {
        return !raw.call("GET", "/_tasks?actions=*byquery").path("nodes").isEmpty();
    }

    /** Another cluster at the same address: empty, and not to be believed. */
    @Test
    void an_empty_cluster_in_the_place_of_the_old_one_is_another_store(@TempDir Path elsewhere) {
        put(3);
        Position horizon = eraser.horizon();
        try (OpenSearchServer other = OpenSearchServer.start(elsewhere.resolve("opensearch"));
                Probe there = connector.probe(SEARCH, new StoreAccess(other.url(), "", ""))) {
            new RawSearch(other).call("PUT", "/tickets", TICKETS_INDEX);
            Question question = new Question(subject("acme", 1), horizon, Position.NONE);

            assertThat(there.look(tickets, List.of(question)))
                    .containsValue(new Unknown(Blindness.OTHER_STORE, "POSITION"));
        }
    }

    private SliceResult erase(ResumePoint from, int items) {
        return eraser.erase(WithSearch.slice(tickets, from, items, Duration.ofSeconds(60)));
    }

    private Sighting look(Position horizon, Position erasedAt) {
        Map<?, Sighting> answers = probe.look(tickets, List.of(new Question(subject("acme", 1), horizon, erasedAt)));
        return answers.values().iterator().next();
    }

    private void put(int count) {
        raw.index(
                "tickets",
                IntStream.range(0, count)
                        .<Map<String, ?>>mapToObj(each -> Map.of("tenant", "acme", "generation", 1))
                        .toList());
    }
}
