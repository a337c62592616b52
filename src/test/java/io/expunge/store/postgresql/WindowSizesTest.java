package io.expunge.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WindowSizesTest {

    private static final TableName TABLE = TableName.of("public.tickets");

    private final WindowSizes sizes = new WindowSizes();

    @Test
    void a_window_starts_as_large_as_the_slice() {
        assertThat(sizes.of(TABLE, 1_000)).isEqualTo(1_000);
    }

    @Test
    void a_window_that_failed_is_halved_down_to_one_row() {
        sizes.failed(TABLE, 1_000);
        assertThat(sizes.of(TABLE, 1_000)).isEqualTo(500);

        sizes.failed(TABLE, 1);
        assertThat(sizes.of(TABLE, 1_000)).isEqualTo(1);
    }

    @Test
    void a_window_grows_again_and_never_beyond_the_slice() {
        sizes.failed(TABLE, 2);

        for (int passed = 0; passed < 30; passed++) {
            int before = sizes.of(TABLE, 100);
            sizes.passed(TABLE, 100);
            assertThat(sizes.of(TABLE, 100)).isBetween(before, 100);
        }

        assertThat(sizes.of(TABLE, 100)).isEqualTo(100);
    }

    @Test
    void one_table_does_not_slow_another() {
        sizes.failed(TABLE, 10);

        assertThat(sizes.of(TableName.of("public.users"), 10)).isEqualTo(10);
    }
}
