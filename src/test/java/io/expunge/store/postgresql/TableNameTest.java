package io.expunge.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TableNameTest {

    @Test
    void a_name_can_be_nothing_but_a_name() {
        assertThat(TableName.of("public.My \"Table\"; DROP").quoted())
                .isEqualTo("\"public\".\"My \"\"Table\"\"; DROP\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tickets", ".tickets", "public.", ""})
    void a_table_without_a_schema_is_refused(String name) {
        assertThatThrownBy(() -> TableName.of(name)).isInstanceOf(IllegalArgumentException.class);
    }
}
