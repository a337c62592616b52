package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** I11: what a person orders while a run is at work binds at its next slice, and everything goes on when it is lifted. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoppedMidRunIT {

    private static final int SLICES_BEFORE = 3;

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    private String job = "";

    @BeforeEach
    void a_job_that_takes_many_slices() {
        // One worker: with more, each may have a slice under way when the order comes.
        world = World.fresh(folder).with("erasure.yaml", "workers: 4", "workers: 1");
        job = world.submit(World.LARGE, 1);
    }

    @Test
    void a_hold_stops_the_tenant_at_the_next_slice_until_it_is_released() {
        inMidRun("INSERT INTO expunge.legal_hold (reference_key, tenant_ref, action, reason_code, actor, recorded_at)"
                + " SELECT reference_key, tenant_ref, 'PLACED', 'LITIGATION', 'counsel', now()"
                + " FROM expunge.deletion_job WHERE id = NEW.job_id");
        String other = world.submit("hooli", 1);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(HELD)");
        assertThat(slices()).isEqualTo(slicesWhenOrdered());
        assertThat(world.state(other)).as("I9: nobody else is stopped").isEqualTo("AWAITING_VERIFICATION");
        Digests left = world.digests();
        assertThat(left.of(World.LARGE).items()).isPositive();
        assertThat(world.expunge("why", job).out())
                .contains("then type scripts/expunge release " + job + " --reason-code CODE");

        Answer resume = world.expunge("resume", job);
        Answer next = world.expunge("run");
        assertThat(resume.exit()).isEqualTo(4);
        assertThat(resume.err()).contains("a legal hold lies on this tenant");
        assertThat(next.lastLine()).contains("nothing due");
        assertThat(world.digests()).isEqualTo(left);

        Answer release = world.expunge("release", job, "--reason-code", "SETTLED", "--yes");
        assertThat(release.exit()).as(release.err()).isZero();
        assertThat(release.out()).contains("next: scripts/expunge run --job " + job);
        Answer last = world.expunge("run");
        assertThat(last.exit()).as(last.out() + last.err()).isZero();
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.digests().of(World.LARGE).items()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"*, 4, nothing begun", "main, 3, 1 waiting for retry"})
    void a_pause_parks_it_at_the_next_slice_and_costs_nothing(String store, int exitOfNext, String said) {
        inMidRun("INSERT INTO expunge.pause (store, reason_code, actor, since) VALUES ('" + store
                + "', 'INCIDENT', 'ops', now())");

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("WAITING_RETRY");
        assertThat(slicesAt(store)).isEqualTo(slicesWhenOrderedAt(store));
        Digests left = world.digests();
        assertThat(left.of(World.LARGE).items()).isPositive();
        assertThat(world.expunge("status").out()).contains(" paused since ", "to lift it: scripts/expunge unpause");

        Answer next = world.expunge("run", "--job", job);
        assertThat(next.exit()).as(next.out() + next.err()).isEqualTo(exitOfNext);
        assertThat(next.lastLine()).contains(said);
        assertThat(world.expunge("run", "--scheduled").exit()).isZero();
        assertThat(world.digests()).isEqualTo(left);
        assertThat(spent()).containsOnly(0L);

        Answer unpause = store.equals("*") ? world.expunge("unpause") : world.expunge("unpause", "--store", store);
        assertThat(unpause.out()).contains("1 job due by it");
        Answer last = world.expunge("run");
        assertThat(last.exit()).as(last.out() + last.err()).isZero();
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.digests().of(World.LARGE).items()).isZero();
    }

    /** Gives the order in the transaction that records one of the first slices, so that the next slice comes after it. */
    private void inMidRun(String order) {
        world.control()
                .sql("CREATE TABLE expunge.when_ordered (task_id varchar, store varchar, slices bigint, erased bigint)")
                .update();
        world.control().sql("""
                        CREATE FUNCTION expunge.order_in_mid_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
                        BEGIN
                            IF NOT EXISTS (SELECT 1 FROM expunge.when_ordered)
                               AND NEW.store = 'main'
                               AND (SELECT sum(slices) FROM expunge.deletion_task WHERE job_id = NEW.job_id) >= %d THEN
                                INSERT INTO expunge.when_ordered
                                SELECT id, store, slices, erased FROM expunge.deletion_task WHERE job_id = NEW.job_id;
                                %s;
                            END IF;
                            RETURN NULL;
                        END $$
                        """.formatted(SLICES_BEFORE, order)).update();
        world.control()
                .sql("CREATE TRIGGER order_in_mid_run AFTER UPDATE OF slices ON expunge.deletion_task"
                        + " FOR EACH ROW WHEN (NEW.slices > OLD.slices AND NEW.job_id = '" + job
                        + "') EXECUTE FUNCTION expunge.order_in_mid_run()")
                .update();
    }

    private List<Map<String, Object>> slices() {
        return slicesAt("*");
    }

    private List<Map<String, Object>> slicesWhenOrdered() {
        return slicesWhenOrderedAt("*");
    }

    private List<Map<String, Object>> slicesAt(String store) {
        return world.control()
                .sql("SELECT id AS task_id, slices, erased FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND :store IN ('*', store) ORDER BY id")
                .param("job", job)
                .param("store", store)
                .query()
                .listOfRows();
    }

    private List<Map<String, Object>> slicesWhenOrderedAt(String store) {
        List<Map<String, Object>> then = world.control()
                .sql(
                        "SELECT task_id, slices, erased FROM expunge.when_ordered WHERE :store IN ('*', store) ORDER BY task_id")
                .param("store", store)
                .query()
                .listOfRows();
        assertThat(then).as("the order was given").isNotEmpty();
        return then;
    }

    private List<Long> spent() {
        return world.control()
                .sql("SELECT waits FROM expunge.deletion_job WHERE id = :job"
                        + " UNION ALL SELECT failures FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND last_error_class = 'PAUSED'")
                .param("job", job)
                .query(Long.class)
                .list();
    }
}
