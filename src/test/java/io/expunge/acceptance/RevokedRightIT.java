package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I9: a right that is taken away in the middle of a run stops what needs it, and nothing else. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RevokedRightIT {

    private static final String DENIED = "42501";
    private static final int AFTER_SLICES = 3;

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    private String job = "";

    /** The right to delete tickets goes by itself when a few slices of them have been recorded. */
    @BeforeEach
    void a_run_in_which_a_right_is_revoked() throws SQLException {
        world = World.fresh(folder, "saas").with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5");
        world.sandbox()
                .postgres()
                .execute(
                        "saas",
                        "CREATE OR REPLACE FUNCTION public.revoke_it() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER"
                                + " AS $$ BEGIN REVOKE DELETE ON public.tickets FROM saas_eraser; RETURN NULL; END $$",
                        "CREATE TRIGGER revoke_it AFTER UPDATE ON expunge.deletion_task FOR EACH ROW"
                                + " WHEN (NEW.resource_id = 'main.tickets' AND OLD.slices < NEW.slices AND NEW.slices = "
                                + AFTER_SLICES
                                + ")"
                                + " EXECUTE FUNCTION public.revoke_it()");
        job = world.submit(World.LARGE, 1);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
    }

    @AfterEach
    void granted_again() throws SQLException {
        grant();
        world.sandbox().postgres().execute("saas", "DROP FUNCTION IF EXISTS public.revoke_it() CASCADE");
    }

    private void grant() throws SQLException {
        world.sandbox().postgres().execute("saas", "GRANT DELETE ON public.tickets TO saas_eraser");
    }

    @Test
    void that_resource_is_blocked_with_the_code_in_status_and_all_that_does_not_wait_for_it_is_done() {
        Map<String, String> tasks = new TreeMap<>(world.tasks(job));

        assertThat(world.state(job)).isEqualTo("BLOCKED(DENIED)");
        assertThat(tasks).containsEntry("main.tickets", "BLOCKED").containsEntry("main.comments", "ERASED");
        assertThat(tasks).containsEntry("objects.files", "ERASED").containsEntry("main.attachments", "ERASED");
        assertThat(world.expunge("status", job).out()).contains("DENIED", DENIED, "main");
    }

    @Test
    void after_the_grant_resume_ends_it() throws SQLException {
        grant();

        assertThat(world.expunge("resume", job).exit()).isZero();

        ends();
    }

    @Test
    void after_the_grant_its_dead_letter_tried_again_ends_it_too() throws SQLException {
        assertThat(world.expunge("dead-letter", "list", "--job", job).out()).contains("main.tickets", "DENIED", DENIED);
        grant();

        assertThat(world.expunge("dead-letter", "retry", "--class", "DENIED").exit())
                .isZero();

        ends();
        assertThat(world.expunge("dead-letter", "list", "--job", job).out()).doesNotContain("dl_");
    }

    private void ends() {
        Answer run = world.expunge("run");
        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
    }
}
