package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I2: with the registry out no fence can be evaluated, so no store is touched, however well it answers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegistryDownIT {

    /** Nothing listens on TCP's port 1. */
    private static final String NOBODY = "jdbc:postgresql://127.0.0.1:1/saas";

    @TempDir
    Path folder = Path.of("");

    @Test
    void nothing_is_erased_until_it_is_back_and_one_run_after_it_all_is() {
        World world = World.fresh(folder);
        Digests before = world.digests();
        String job = world.submit("hooli", 1);
        String main = world.environment().put("EXPUNGE_STORE_MAIN_URL", NOBODY);

        Answer run = world.expunge("run");
        Answer scheduled = world.expunge("run", "--scheduled");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.lastLine()).contains("1 waiting for retry");
        assertThat(scheduled.exit()).as(scheduled.out() + scheduled.err()).isZero();
        assertThat(world.state(job)).isEqualTo("WAITING_RETRY");
        assertThat(world.digests()).isEqualTo(before);

        world.environment().put("EXPUNGE_STORE_MAIN_URL", String.valueOf(main));
        Answer again = world.expunge("run");

        assertThat(again.exit()).as(again.out() + again.err()).isZero();
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.digests().of("hooli").items()).isZero();
    }
}
