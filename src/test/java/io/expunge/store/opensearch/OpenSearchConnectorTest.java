package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.expunge.catalog.ResourceType;
import io.expunge.store.StoreAccess;
import java.time.Clock;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchConnectorTest {

    private final OpenSearchConnector connector = new OpenSearchConnector(Clock.systemUTC());

    @ParameterizedTest
    @ValueSource(strings = {"http://search:9200", "https://search", "https://search:443/behind/a/path/"})
    void an_address_is_taken_without_asking_it(String url) {
        assertThatCode(() -> {
                    connector.eraser(SEARCH, new StoreAccess(url, "u", "p")).close();
                    connector.probe(SEARCH, new StoreAccess(url, "", "")).close();
                    connector.surveyor(SEARCH, new StoreAccess(url, "", "p")).close();
                })
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "search:9200",
                "redis://search:9200",
                "https://user:geheim@search:9200",
                "https://search:9200?pretty=geheim",
                "https://search:9200#geheim",
                "https://:9200",
                "https://sea rch:9200/geheim"
            })
    void an_address_that_is_none_is_refused_and_not_repeated(String url) {
        assertThat(catchThrowable(() -> connector.eraser(SEARCH, new StoreAccess(url, "", ""))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageContaining("store search: expected http://host:port or https://host:port")
                .message()
                .doesNotContain("geheim");
    }

    @Test
    void it_is_for_opensearch_and_keeps_no_registry() {
        assertThat(connector.type()).isEqualTo(ResourceType.OPENSEARCH);
    }
}
