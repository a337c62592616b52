package io.expunge.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.store.postgresql.Table.Column;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ids that a column calls the same would be erased as one. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class IdColumnTest {

    @ParameterizedTest
    @CsvSource({
        "text, 007, true",
        "text, Acme, true",
        "character varying, acme*, true",
        "integer, 7, true",
        "integer, -7, true",
        "integer, 0, true",
        "integer, 007, false",
        "integer, +7, false",
        "integer, ' 7', false",
        "integer, 7.0, false",
        "integer, 1e3, false",
        "integer, acme, false",
        "integer, 2147483648, false",
        "integer, ٧, false",
        "smallint, 32768, false",
        "bigint, 9223372036854775807, true",
        "bigint, 9223372036854775808, false",
        "numeric, 9223372036854775808, true",
        "numeric, 1.0, false",
        "uuid, 123e4567-e89b-12d3-a456-426614174000, true",
        "uuid, 123E4567-E89B-12D3-A456-426614174000, false",
        "uuid, 123e4567e89b12d3a456426614174000, false",
        "uuid, {123e4567-e89b-12d3-a456-426614174000}, false",
    })
    void an_id_is_held_only_in_the_one_way_in_which_the_column_writes_it(String type, String id, boolean held)
            throws Failed {
        assertThat(IdColumn.of(new Column(type, false, true)).canHold(id)).isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bpchar", "character", "citext", "public.citext", "name", "double precision", "bytea"})
    void a_type_that_folds_ids_together_is_refused(String type) {
        assertThatThrownBy(() -> IdColumn.of(new Column(type, false, true))).isInstanceOf(Failed.class);
    }

    @Test
    void a_collation_that_folds_ids_together_is_refused() {
        assertThatThrownBy(() -> IdColumn.of(new Column("text", false, false))).isInstanceOf(Failed.class);
    }
}
