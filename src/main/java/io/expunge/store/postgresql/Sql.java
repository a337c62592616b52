package io.expunge.store.postgresql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A piece of a statement with the values of its placeholders, so that the two can't be put together out of step. */
record Sql(String text, List<Object> values) {

    static final Sql NOTHING = new Sql("", List.of());

    Sql {
        values = List.copyOf(values);
    }

    static Sql of(String text, Object... values) {
        return new Sql(text, Arrays.asList(values));
    }

    Sql then(Sql next) {
        List<Object> all = new ArrayList<>(values);
        all.addAll(next.values);
        return new Sql(text + next.text, all);
    }

    Sql then(String next, Object... nextValues) {
        return then(of(next, nextValues));
    }

    @Override
    public String toString() {
        return text;
    }
}
