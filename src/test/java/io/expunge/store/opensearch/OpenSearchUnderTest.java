package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;

import io.expunge.sandbox.OpenSearchServer;
import io.expunge.store.Eraser;
import io.expunge.store.Limitation;
import io.expunge.store.Probe;
import io.expunge.store.Scope;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreUnderTest;
import io.expunge.store.Surveyor;
import io.expunge.store.opensearch.RawSearch.Document;
import io.expunge.tenant.TenantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Documents of many tenants in one index that nobody refreshes, reached through a proxy by logins with just the calls that
 * {@code docs/stores/opensearch.md} grants.
 */
final class OpenSearchUnderTest implements StoreUnderTest, AutoCloseable {

    static final String[] ERASER = {
        "GET /_cluster/state/.*",
        "GET /_cluster/health/tickets\\?.*",
        "GET /_tasks\\?.*",
        "GET /_tasks/[^/]+",
        "POST /_tasks/[^/]+/_cancel",
        "GET /tickets\\?.*",
        "POST /tickets/_refresh",
        "POST /tickets/_search\\?.*",
        "POST /tickets/_delete_by_query\\?.*",
    };
    static final String[] VERIFIER = {
        "GET /_cluster/state/.*",
        "GET /_tasks\\?.*",
        "GET /_dangling",
        "POST /[^/]+/_refresh",
        "POST /[^/]+/_search\\?.*",
        "POST /[^/]+/_count",
    };
    private static final String[] POWERLESS = {"GET /_cluster/state/version.*"};
    private static final StoreAccess NOWHERE = new StoreAccess("http://127.0.0.1:1", "", "");

    private final OpenSearchConnector connector = new OpenSearchConnector(Clock.systemUTC());
    private final RawSearch raw;
    private final SearchProxy proxy;
    private final StoreAccess powerless;
    private final Eraser eraser;
    private final Probe probe;
    private final Surveyor surveyor;

    OpenSearchUnderTest(OpenSearchServer server) {
        raw = new RawSearch(server);
        raw.empty();
        raw.call("PUT", "/tickets", SearchScopes.TICKETS_INDEX);
        raw.index("tickets", List.of(Map.of("text", "nobody's: of acme, acme2 and [acme]")));
        try {
            proxy = new SearchProxy(server.url());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        powerless = proxy.login("powerless", POWERLESS);
        eraser = connector.eraser(SEARCH, proxy.login("search_eraser", ERASER));
        StoreAccess verifier = proxy.login("search_verifier", VERIFIER);
        probe = connector.probe(SEARCH, verifier);
        surveyor = connector.surveyor(SEARCH, verifier);
    }

    @Override
    public Scope scope() {
        return SearchScopes.of(SearchScopes.TICKETS);
    }

    @Override
    public Set<Limitation> limitations() {
        return EnumSet.of(Limitation.READ_THE_REGISTRY);
    }

    @Override
    public Eraser eraser() {
        return eraser;
    }

    @Override
    public Probe probe() {
        return probe;
    }

    @Override
    public Surveyor surveyor() {
        return surveyor;
    }

    @Override
    public Eraser unreachableEraser() {
        return connector.eraser(SEARCH, NOWHERE);
    }

    @Override
    public Probe unreachableProbe() {
        return connector.probe(SEARCH, NOWHERE);
    }

    @Override
    public Eraser powerlessEraser() {
        return connector.eraser(SEARCH, powerless);
    }

    @Override
    public Probe powerlessProbe() {
        return connector.probe(SEARCH, powerless);
    }

    @Override
    public String storedId(TenantId tenant) {
        return tenant.value();
    }

    @Override
    public void put(TenantId tenant, int generation, int items) {
        index(Map.of("tenant", storedId(tenant), "generation", generation), items);
    }

    @Override
    public void putWithoutGeneration(TenantId tenant, int items) {
        index(Map.of("tenant", storedId(tenant)), items);
    }

    private void index(Map<String, ?> owner, int items) {
        raw.index(
                "tickets",
                IntStream.range(0, items)
                        .<Map<String, ?>>mapToObj(item -> {
                            Map<String, Object> document = new HashMap<>(owner);
                            document.put("text", "x of acme, acme2 and [acme] " + item);
                            document.put("wordsOf", "acme");
                            return document;
                        })
                        .toList());
    }

    @Override
    public void changeOneByte(TenantId tenant) {
        Document one = documentsOf(tenant).get(0);
        raw.call("POST", "/tickets/_update/" + one.id(), "{\"doc\": {\"text\": \"y of acme, acme2 and [acme] 0\"}}");
    }

    @Override
    public String digestOf(TenantId tenant) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            documentsOf(tenant).stream()
                    .map(document -> document.id() + " " + document.source() + "\n")
                    .sorted()
                    .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public long countOf(TenantId tenant) {
        return documentsOf(tenant).size();
    }

    private List<Document> documentsOf(TenantId tenant) {
        return raw.documents("tickets").stream()
                .filter(document ->
                        tenant.value().equals(document.source().path("tenant").asString("")))
                .toList();
    }

    @Override
    public void open(TenantId tenant, int generation) {
        // Whoever sends the slices reads the registry.
    }

    @Override
    public void close(TenantId tenant, int generation) {
        // Whoever sends the slices reads the registry.
    }

    @Override
    public void close() {
        eraser.close();
        probe.close();
        surveyor.close();
        proxy.close();
    }
}
