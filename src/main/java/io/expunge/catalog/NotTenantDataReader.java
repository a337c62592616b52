package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Problems;
import io.expunge.catalog.yaml.Scalars;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

/** Reads the declarations of what is no tenant's data. */
final class NotTenantDataReader {

    private final Problems problems;
    private final Optional<Map<String, StoreDeclaration>> stores;

    /** @param stores none where they could not be read; then nothing is said about the declarations' */
    NotTenantDataReader(Problems problems, Optional<Map<String, StoreDeclaration>> stores) {
        this.problems = problems;
        this.stores = stores;
    }

    Shape<NotTenantData> shape() {
        return Shape.mapping("a mapping", this::read);
    }

    private Optional<NotTenantData> read(YamlMapping mapping) {
        Field<String> store = mapping.required("store", CatalogShapes.storeName());
        Field<String> match = mapping.required(
                "match", Shape.text("a name, or the beginning of names followed by *", NotTenantDataReader::match));
        Field<String> reason = mapping.required("reason", Shape.text());
        Field<String> approvedBy = mapping.required("approved-by", Shape.text());
        Field<LocalDate> expires = mapping.required("expires", Scalars.date());
        stores.ifPresent(known -> store.read()
                .filter(name -> !known.containsKey(name))
                .ifPresent(name -> problems.add(store.place(), "the unknown store " + name, Stores.oneOf(known))));
        return mapping.build(
                () -> new NotTenantData(store.get(), match.get(), reason.get(), approvedBy.get(), expires.get()));
    }

    /** A bare star would hide everything that drift could ever find (I10). */
    private static Optional<String> match(String written) {
        int star = written.indexOf('*');
        return star < 0 || (star > 0 && star == written.length() - 1) ? Optional.of(written) : Optional.empty();
    }
}
