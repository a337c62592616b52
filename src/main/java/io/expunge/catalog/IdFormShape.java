package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlNode;
import java.util.Arrays;
import java.util.Optional;

/** The shape of {@code as}: a word, or <code>{ attribute: slug }</code>. */
final class IdFormShape {

    private static final IdForm[] WORDS = {
        new IdForm.Verbatim(), new IdForm.Decimal(), new IdForm.Lower(), new IdForm.PercentEncoded()
    };
    private static final String EXPECTED =
            "verbatim, decimal, lower, percent-encoded, or { attribute: COLUMN } of the registry";

    private IdFormShape() {}

    /** The forms that are written as a word. */
    static IdForm[] words() {
        return WORDS.clone();
    }

    static Shape<IdForm> shape() {
        return Shape.of(EXPECTED, IdFormShape::read);
    }

    private static Optional<IdForm> read(YamlNode node) {
        return node.isMapping() ? attribute().read(node) : word().read(node);
    }

    private static Shape<IdForm> word() {
        return Shape.text(
                EXPECTED,
                written -> Arrays.stream(WORDS)
                        .filter(form -> form.label().equals(written))
                        .findFirst());
    }

    private static Shape<IdForm> attribute() {
        return Shape.mapping(EXPECTED, mapping -> {
            Field<String> column = mapping.required("attribute", CatalogShapes.column());
            return mapping.build(() -> new IdForm.Attribute(column.get()));
        });
    }
}
