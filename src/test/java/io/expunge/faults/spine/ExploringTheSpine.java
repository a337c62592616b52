package io.expunge.faults.spine;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.faults.spine.Runner.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** I1, I2, I3, I5, I6, I11 in every state that two runners can bring about. */
interface ExploringTheSpine {

    /** From the claim until the job is settled, where nothing comes between. */
    int STEPS_OF_ERASURE = 10;

    /** An empty one. */
    ControlDatabase database();

    /** Changes in a row that are gone through each time. */
    int depth();

    /** The same, from where the job awaits its first look. */
    int depthBehindErasure();

    /** Changes in a row for whoever has the time. */
    int deeper();

    @Test
    default void the_invariants_hold_in_every_state() throws Exception {
        explore(0, depth());
    }

    @Test
    default void the_invariants_hold_in_every_state_that_follows_the_erasure() throws Exception {
        explore(STEPS_OF_ERASURE, depthBehindErasure());
    }

    @Test
    @Tag("soak")
    default void the_invariants_hold_deeper_down() throws Exception {
        explore(0, deeper());
        explore(STEPS_OF_ERASURE, deeper());
    }

    private void explore(int quietSteps, int depth) throws SQLException, IOException {
        long begun = System.nanoTime();
        try (ControlDatabase control = database();
                Connection connection = control.unpooled(Role.SUPERUSER).getConnection()) {
            connection.setAutoCommit(false);
            Savepoints savepoints = new Savepoints(connection);
            Spine spine = new Spine(connection, savepoints);
            Steps steps = new Steps(spine);
            boolean gated = connection.getMetaData().getURL().startsWith("jdbc:postgresql:");
            Explorer explorer = new Explorer(
                    savepoints,
                    spine,
                    new Actions(spine, steps, Actions.ofKeeper(new OneBeat(connection))),
                    new Invariants(spine, gated),
                    new QuietCompletion(spine, steps));

            Moment start = Moment.FIRST;
            for (int step = 0; step < quietSteps; step++) {
                start = start.one().phase() == Phase.IDLE
                        ? start.with(true, steps.claim(start.one()).orElseThrow())
                        : steps.step(start, true);
            }
            explorer.explore(start, depth);

            String report = "behind %d steps, depth %d: %d states, %d changes, %d brought to their end, in %d s%n"
                    .formatted(
                            quietSteps,
                            depth,
                            explorer.states(),
                            explorer.changes(),
                            explorer.completions(),
                            (System.nanoTime() - begun) / 1_000_000_000);
            Files.writeString(Path.of("target", getClass().getSimpleName() + "-" + quietSteps + ".txt"), report);
            assertThat(explorer.completions()).as(report).isGreaterThan(5);
            connection.rollback();
        }
    }
}
