package io.expunge.sandbox;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes the sample tenants' search documents, one for each of their latest tickets. Same seed, same documents. */
final class SampleIndex {
    static final String NAME = "tickets";

    private static final int BATCH = 2_000;

    /** Strict, so that a field by another name is refused and not guessed at. */
    private static final String DEFINITION = """
            {
              "settings": { "number_of_shards": 2, "number_of_replicas": 0 },
              "mappings": {
                "dynamic": "strict",
                "properties": {
                  "tenant": { "type": "keyword" },
                  "generation": { "type": "integer" },
                  "subject": { "type": "text" },
                  "reporter": { "type": "keyword" },
                  "mentions": { "type": "keyword" },
                  "number": { "type": "long" }
                }
              }
            }
            """;

    private final SearchServer search;
    private final long seed;

    SampleIndex(SearchServer search, long seed) {
        this.search = search;
        this.seed = seed;
    }

    /** Replaces whatever the index holds. */
    void write(List<SampleTenant> tenants, SeedSize size) {
        search.delete(NAME);
        search.send("PUT", "/" + NAME, DEFINITION);
        StringBuilder lines = new StringBuilder();
        int waiting = 0;
        for (SampleTenant tenant : tenants) {
            Phrases say = new Phrases(
                    tenant, new SplittableRandom(seed * 1_000_003 + tenant.id().hashCode()));
            for (int number = 0; number < size.documents(tenant.part()); number++) {
                append(lines, tenant, number, say);
                if (++waiting == BATCH) {
                    send(lines);
                    waiting = 0;
                }
            }
        }
        send(lines);
        search.send("POST", "/" + NAME + "/_refresh", "");
    }

    private static void append(StringBuilder lines, SampleTenant tenant, int number, Phrases say) {
        String id = tenant.percentEncoded() + "-" + number;
        lines.append(json(Map.of("index", new TreeMap<>(Map.of("_id", id, "_index", NAME)))))
                .append('\n')
                .append(json(new TreeMap<>(Map.of(
                        "tenant",
                        tenant.id(),
                        "generation",
                        tenant.generation(),
                        "subject",
                        say.trouble(),
                        "reporter",
                        say.email(number),
                        "mentions",
                        tenant.aside(),
                        "number",
                        number))))
                .append('\n');
    }

    private void send(StringBuilder lines) {
        if (lines.isEmpty()) {
            return;
        }
        JsonNode answer = search.send("POST", "/_bulk", lines.toString());
        if (answer.required("errors").booleanValue()) {
            throw new IllegalStateException("documents were refused: " + answer);
        }
        lines.setLength(0);
    }

    private static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
