package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** I12: an id that a layout can't hold is refused before any store is touched. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LayoutIT {

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "objects.yaml, 'as: percent-encoded', 'as: verbatim', acme/x",
        "cache.yaml, 'as: percent-encoded', 'as: decimal', acme2",
        "search.yaml, 'fence: predicate', 'fence: predicate\n    as: lower', ACME"
    })
    void an_id_that_would_mean_another_tenant_blocks_its_job(
            String file, String text, String replacement, String tenant) {
        World world = World.fresh(folder)
                .with("catalog/" + file, text, replacement)
                .with("catalog/catalog.yaml", "control-tenant: expunge-control", "control-tenant: '0'");
        Digests before = world.digests();
        String job = world.submit(tenant, 1);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(NOT_INJECTIVE)");
        assertThat(world.tasks(job)).isEmpty();
        assertThat(world.digests().of(tenant).items())
                .isEqualTo(before.of(tenant).items());
    }
}
