package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The catalog that people copy; read from the folder in which it is shipped. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SampleCatalogTest {

    private final Catalog catalog = CatalogReader.read(Path.of("jobs", "catalog"));

    @Test
    void the_sample_passes_every_check() {
        assertThat(catalog.resources()).hasSize(10);
        assertThat(catalog.grace()).isEqualTo(Duration.ZERO);
        assertThat(catalog.onReopen()).isEqualTo(OnReopen.STOP);
        assertThat(catalog.isProtected(catalog.controlTenant())).isTrue();
        assertThat(catalog.isCapped()).isTrue();
        assertThat(catalog.approvers()).extracting(Approver::person).containsExactly("ann", "ben");
    }

    @Test
    void rows_are_erased_before_the_rows_that_they_point_to() {
        ErasureOrder order = ErasureOrder.of(catalog);

        assertThat(order.inStore("main"))
                .extracting(Resource::id)
                .containsExactly(
                        "main.comments",
                        "main.attachments",
                        "main.tickets",
                        "main.users",
                        "main.projects",
                        "main.invoices",
                        "main.accounts");
    }

    @Test
    void what_is_derived_comes_after_what_it_is_made_from() {
        Resource cache = catalog.resource("cache.keys");
        Resource search = catalog.resource("search.tickets");

        assertThat(List.of(cache.wave(), search.wave())).containsOnly(Wave.DERIVED);
        assertThat(ErasureOrder.of(catalog).resources()).endsWith(cache, search);
    }
}
