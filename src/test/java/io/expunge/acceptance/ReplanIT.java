package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that its catalog keeps from its end is put on another. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplanIT {

    private static final String ATTACHMENTS = """
              - id: main.attachments
                store: main
                table: public.attachments
                key: id
                owned-by: { column: tenant_id, generation-column: generation }
                references: [main.tickets]
                fence: predicate
                verify: { second-look: 2s }
                owner: support-team
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void what_the_catalog_left_out_is_added_erased_and_proved_in_the_next_round() {
        World world = World.fresh(folder)
                .with("catalog/main.yaml", ATTACHMENTS, "")
                .with("catalog/cache.yaml", "      - main.attachments\n", "");
        String job = world.submit("initech", 1);
        world.expunge("run");
        assertThat(world.state(job)).as("its rows refer to the tickets").isEqualTo("BLOCKED(FOREIGN_KEY)");
        long receipts = receipts(world, job);

        Answer early = world.expunge("replan", job);
        assertThat(early.exit()).isEqualTo(4);
        assertThat(early.err()).contains("the job is on the current catalog", "scripts/expunge migrate");

        world.with("catalog/main.yaml", "resources:\n", "resources:\n" + ATTACHMENTS);
        world.expunge("migrate");
        Answer replan = world.expunge("replan", "--all");
        assertThat(replan.exit()).as(replan.err()).isZero();
        assertThat(replan.out())
                .contains(job + " WAITING_RETRY, round 2")
                .contains("1 put on the current catalog, 0 refused");

        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.tasks(job)).containsEntry("main.attachments", "ERASED");
        assertThat(world.digests().of("initech").items()).isZero();
        assertThat(receipts(world, job)).as("earlier receipts stay").isEqualTo(receipts + 11);
    }

    /** A table that is gone would keep the job for good. */
    @Test
    void what_is_gone_from_catalog_and_store_is_let_go_of_where_drift_would_show_it() {
        World world = World.fresh(folder)
                .with("catalog/main.yaml", "resources:\n", "resources:\n" + gone("main.gone", "main"));
        String job = world.submit("initech", 1);
        world.expunge("run");
        assertThat(world.state(job)).isEqualTo("BLOCKED(MISSING_CONTAINER)");

        world.with("catalog/main.yaml", gone("main.gone", "main"), "");
        world.expunge("migrate");
        Answer replan = world.expunge("replan", job);
        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(replan.exit()).as(replan.err()).isZero();
        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.expunge("status", job).out()).doesNotContain("main.gone");
    }

    @Test
    void I10_what_nothing_would_be_searched_for_any_more_is_not_let_go_of() throws IOException {
        World world = World.fresh(folder);
        String job = world.submit("initech", 1);
        world.expunge("run");
        Files.delete(folder.resolve("jobs").resolve("catalog").resolve("cache.yaml"));
        world.expunge("migrate");

        Answer replan = world.expunge("replan", job);

        assertThat(replan.exit()).as(replan.out()).isEqualTo(4);
        assertThat(replan.err()).contains("leaves out cache.keys@primary");
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
    }

    private static String gone(String id, String store) {
        return """
              - id: %s
                store: %s
                table: public.gone
                key: id
                owned-by: { column: tenant_id, generation-column: generation }
                owner: platform-team
            """.formatted(id, store);
    }

    private static long receipts(World world, String job) {
        return world.control()
                .sql("SELECT COUNT(*) FROM expunge.receipt WHERE job_id = :job")
                .param("job", job)
                .query(Long.class)
                .single();
    }
}
