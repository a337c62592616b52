package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** I3: what is there is found, and goes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResidueIT {

    @TempDir
    Path folder = Path.of("");

    @Test
    void a_row_put_back_by_hand_is_found_and_the_next_round_clears_it() {
        World world = World.fresh(folder);
        String job = world.submit("initech", 1);
        world.expunge("run");
        Comeback.ROW.happen(world);

        Answer verify = world.expunge("verify", "--wait");

        assertThat(verify.exit()).as(verify.out() + verify.err()).isEqualTo(5);
        assertThat(world.state(job)).isEqualTo("WAITING_RETRY");
        assertThat(found(world, job)).isEqualTo("RESIDUE main.accounts@primary 1");

        Answer run = world.expunge("run");
        Answer again = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(again.exit()).as(again.out() + again.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.digests().of("initech").items()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void what_comes_back_between_the_two_looks_is_found_and_the_next_round_clears_it(Comeback comeback) {
        World world = World.fresh(folder);
        String job = world.submit("initech", 1);
        world.expunge("run");
        assertThat(world.expunge("verify").exit()).isEqualTo(3);
        comeback.happen(world);

        Answer second = world.expunge("verify", "--job", job, "--wait");

        assertThat(second.exit()).as(second.out() + second.err()).isEqualTo(5);
        assertThat(world.state(job)).isEqualTo("WAITING_RETRY");
        assertThat(found(world, job)).isEqualTo("RESIDUE " + comeback.place() + " 1");

        Answer run = world.expunge("run");
        Answer again = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(again.exit()).as(again.out() + again.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.digests().of("initech").items()).isZero();
    }

    @Test
    void a_table_that_the_catalog_does_not_name_keeps_the_job_from_verified() {
        World world = World.fresh(folder);
        String job = world.submit("initech", 1);
        world.expunge("run");
        world.saas()
                .sql("CREATE TABLE public.exports (id bigint PRIMARY KEY, tenant_id text NOT NULL)")
                .update();
        try {
            world.saas().sql("GRANT SELECT ON public.exports TO saas_verifier").update();

            Answer verify = world.expunge("verify", "--wait");

            assertThat(verify.exit()).as(verify.out()).isEqualTo(5);
            assertThat(world.state(job)).isEqualTo("BLOCKED(GAP)");
        } finally {
            world.saas().sql("DROP TABLE public.exports").update();
        }
        assertThat(world.expunge("resume", job).exit()).isZero();
        assertThat(world.expunge("run").exit()).isZero();
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
    }

    /** A look that couldn't tell found nothing; on a busy server there may be one. */
    private static String found(World world, String job) {
        return world.control()
                .sql("SELECT verdict || ' ' || resource_id || '@' || location || ' ' || residue FROM expunge.evidence"
                        + " WHERE job_id = :job AND verdict NOT IN ('EMPTY', 'UNKNOWN')")
                .param("job", job)
                .query(String.class)
                .single();
    }
}
