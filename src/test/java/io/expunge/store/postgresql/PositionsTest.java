package io.expunge.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.Position;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PositionsTest {

    private static final ServerIdentity IDENTITY = new ServerIdentity("7467894561234567890", 16_384, 3);

    @Test
    void a_horizon_comes_back_as_it_was_written() {
        Horizon horizon = new Horizon(IDENTITY, 71_234_567_890L, Set.of("3/42", "11/7"));
        Horizon quiet = new Horizon(IDENTITY, 5, Set.of());

        assertThat(Horizon.decoded(horizon.encoded())).contains(horizon);
        assertThat(Horizon.decoded(quiet.encoded())).contains(quiet);
    }

    @Test
    void a_log_position_comes_back_as_it_was_written() {
        LogPosition position = new LogPosition(IDENTITY, "16/B374D848");

        assertThat(LogPosition.decoded(position.encoded())).contains(position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "redis:1:2", "pg-log:1:2:3:xyz", "pg-log:1:two:3:0/0", "pg-horizon:1:2:3:x:", "pg-horizon"})
    void what_is_no_position_of_ours_is_none(String value) {
        assertThat(Horizon.decoded(new Position(value))).isEmpty();
        assertThat(LogPosition.decoded(new Position(value))).isEmpty();
    }

    @Test
    void log_positions_are_ordered_as_numbers() {
        LogPosition early = new LogPosition(IDENTITY, "9/FFFFFFFF");
        LogPosition late = new LogPosition(IDENTITY, "A/0");
        LogPosition latest = new LogPosition(IDENTITY, "FFFFFFFF/0");

        assertThat(early.isBefore(late)).isTrue();
        assertThat(late.isBefore(latest)).isTrue();
        assertThat(late.isBefore(late)).isFalse();
        assertThat(latest.isBefore(early)).isFalse();
    }
}
