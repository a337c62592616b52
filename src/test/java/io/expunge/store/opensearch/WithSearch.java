package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.OnReopen;
import io.expunge.sandbox.OpenSearchServer;
import io.expunge.store.Eraser;
import io.expunge.store.Pass;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Slice;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreAccess;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An emptied server and the ports on it, without logins. */
abstract class WithSearch {

    static final Duration LIMIT = Duration.ofSeconds(30);

    final OpenSearchConnector connector = new OpenSearchConnector(Clock.systemUTC());
    final OpenSearchServer server = SharedSearch.server();
    final RawSearch raw = new RawSearch(server);
    final StoreAccess access = new StoreAccess(server.url(), "", "");
    final Eraser eraser = connector.eraser(SEARCH, access);
    final Probe probe = connector.probe(SEARCH, access);

    @BeforeEach
    void emptyServer() {
        raw.empty();
    }

    @AfterEach
    void closePorts() {
        eraser.close();
        probe.close();
    }

    void put(String index, String tenant, int generation, int count) {
        putAll(index, Map.of("tenant", tenant, "generation", generation), count);
    }

    void putAll(String index, Map<String, ?> document, int count) {
        raw.index(
                index,
                IntStream.range(0, count)
                        .<Map<String, ?>>mapToObj(each -> document)
                        .toList());
    }

    SliceResult erase(Scope scope, int items) {
        return erase(scope, ResumePoint.START, items);
    }

    SliceResult erase(Scope scope, ResumePoint from, int items) {
        return eraser.erase(slice(scope, from, items, LIMIT));
    }

    /** Of generation 1 of {@code acme}. */
    static Slice slice(Scope scope, ResumePoint from, int items, Duration deadline) {
        return new Slice(
                scope,
                List.of(SearchScopes.target("acme", 1)),
                from,
                items,
                deadline,
                OnReopen.STOP,
                Pass.fenceOf(scope));
    }

    Sighting look(Scope scope) {
        return look(scope, Question.about(SearchScopes.subject("acme", 1)));
    }

    Sighting look(Scope scope, Question question) {
        return requireNonNull(probe.look(scope, List.of(question)).get(question.subject()));
    }

    /** Residue, ungenerated, later. */
    static List<Long> counts(@Nullable Sighting sighting) {
        assertThat(sighting).isInstanceOf(Seen.class);
        Seen seen = (Seen) requireNonNull(sighting);
        return List.of(seen.residue(), seen.ungenerated(), seen.later());
    }
}
