package io.expunge.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads every document of every index that has an owner, with its id and all its fields. */
final class SearchWitness {
    private static final int PAGE = 2_000;

    private final SearchServer search;

    SearchWitness(SearchServer search) {
        this.search = search;
    }

    void read(Tallies tallies) {
        search.send("POST", "/_refresh", "");
        JsonNode page = search.send(
                "POST",
                "/_all/_search?scroll=1m&expand_wildcards=open,hidden",
                "{\"size\":" + PAGE + ",\"sort\":[\"_doc\"],\"query\":{\"exists\":{\"field\":\"tenant\"}}}");
        while (true) {
            JsonNode hits = page.required("hits").required("hits");
            String scroll = page.required("_scroll_id").stringValue();
            if (hits.isEmpty()) {
                search.send("DELETE", "/_search/scroll", "{\"scroll_id\":[\"" + scroll + "\"]}");
                return;
            }
            hits.forEach(hit -> read(hit, tallies));
            page = search.send("POST", "/_search/scroll", "{\"scroll\":\"1m\",\"scroll_id\":\"" + scroll + "\"}");
        }
    }

    private static void read(JsonNode hit, Tallies tallies) {
        TreeMap<String, Object> fields = JsonMapper.shared()
                .convertValue(hit.required("_source"), new TypeReference<TreeMap<String, Object>>() {});
        tallies.of(String.valueOf(fields.get("tenant")))
                .document(List.of(
                        bytes(hit.required("_index").stringValue()),
                        bytes(hit.required("_id").stringValue()),
                        bytes(JsonMapper.shared().writeValueAsString(fields))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
