package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TableTest {

    @Test
    void cells_stand_under_their_headings_numbers_to_the_right() {
        Table table = Table.of("resource", ">erased", "next").row("a", 12, "go").row("main.tickets", 3000, "");

        assertThat(printed(table)).isEqualTo("""
                resource      erased  next
                a                 12  go
                main.tickets    3000
                """);
    }

    @Test
    void a_column_that_says_nothing_is_left_out() {
        Table table = Table.of("job", "last error", "next").row("a", "", "x").row("b", "", "y");

        assertThat(printed(table)).isEqualTo("""
                job  next
                a    x
                b    y
                """);
    }

    @Test
    void a_character_beyond_the_first_plane_is_one_wide() {
        Table table = Table.of("a", "b").row("\ud83d\ude00", "x").row("12", "y");

        assertThat(printed(table)).isEqualTo("a   b\n\ud83d\ude00   x\n12  y\n");
    }

    @Test
    void a_row_of_another_length_is_a_mistake() {
        assertThatThrownBy(() -> Table.of("a", "b").row("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_due_time_is_shown_as_the_first_full_minute_that_is_not_before_it() {
        assertThat(Texts.dueMinute(Instant.parse("2026-11-30T10:20:00.001Z"))).isEqualTo("2026-11-30T10:21:00Z");
        assertThat(Texts.dueMinute(Instant.parse("2026-11-30T10:20:00Z"))).isEqualTo("2026-11-30T10:20:00Z");
        assertThat(Texts.dueMinute(Instant.parse("2026-11-30T10:59:59Z"))).isEqualTo("2026-11-30T11:00:00Z");
    }

    private static String printed(Table table) {
        StringWriter text = new StringWriter();
        table.print(new PrintWriter(text, true));
        return text.toString();
    }
}
