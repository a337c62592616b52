package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CatalogCheckTest {

    private final Cli cli = Cli.with(Map.of());

    @Test
    void the_sample_is_shown_in_the_order_of_an_erasure() {
        Answer answer = cli.run("catalog", "check");

        assertThat(answer.exit()).isZero();
        assertThat(answer.out().lines().skip(1).limit(8))
                .first()
                .asString()
                .contains("PRIMARY", "main.comments", "ticket_id to main.tickets", "predicate");
        assertThat(answer.out())
                .contains("objects, objects-replica", "tenants/{tenant}/g{generation}/", "tenant, generation")
                .contains("DERIVED", "t:{tenant}:g{generation}:*", "percent-encoded")
                .contains("valid: 10 resources in 5 stores")
                .doesNotContain("expunge-control");
    }

    @Test
    void the_same_as_json() {
        JsonNode json = cli.run("catalog", "check", "--output", "json").json();

        assertThat(json.get("valid").booleanValue()).isTrue();
        assertThat(json.get("hash").stringValue()).startsWith("sha256:");
        assertThat(json.get("stores").toString())
                .isEqualTo("{\"cache\":\"redis\",\"main\":\"postgresql\",\"objects\":\"s3\",\"objects-replica\":\"s3\","
                        + "\"search\":\"opensearch\"}");
        assertThat(json.get("resources").get(7).get("locations").toString())
                .isEqualTo("{\"primary\":\"objects\",\"replica\":\"objects-replica\"}");
        assertThat(json.get("resources").get(8).get("resource").stringValue()).isEqualTo("cache.keys");
        assertThat(json.get("resources").get(8).get("derivedFrom")).hasSize(7);
    }

    @Test
    void an_invalid_catalog_is_exit_2_and_all_that_is_wrong_is_told_with_its_place(@TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("a.yaml"), "policy-version: 1\nunknown: 2\n");

        Answer answer = cli.and("EXPUNGE_CATALOG", folder.toString()).run("catalog", "check");

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).startsWith("expunge: The catalog").contains("a.yaml:1:1", "a.yaml:2:1");
    }
}
