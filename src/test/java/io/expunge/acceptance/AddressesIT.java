package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store that can't be reached as it is set up is said before anything is claimed, and no store's secret with it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AddressesIT {

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "EXPUNGE_STORE_SEARCH_URL, '', EXPUNGE_STORE_SEARCH_URL is not set",
        "EXPUNGE_STORE_SEARCH_URL, http://admin:hush@127.0.0.1:9200, 'store search: expected http://host:port'",
        "EXPUNGE_STORE_OBJECTS_URL, https://127.0.0.1/bucket?reign=hush, the parameter reign isn't known",
        "EXPUNGE_STORE_OBJECTS_REPLICA_URL, ftp://hush, store objects-replica"
    })
    void a_run_ends_as_misuse_and_the_request_waits(String variable, String value, String said) {
        World world = World.fresh(folder);
        String request = world.submit("hooli", 1);
        world.environment().put(variable, value);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said).doesNotContain("hush");
        assertThat(world.expunge("status", request).out()).contains("ACCEPTED");
    }
}
