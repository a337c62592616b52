package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Scalars;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads one entry under {@code resources}. */
final class ResourceReader {

    private static final Limits DEFAULT_LIMITS = new Limits(1000);

    /** Longer than transactions and cache fillers of most applications live. */
    private static final VerifyPolicy DEFAULT_VERIFY = new VerifyPolicy(Duration.ofMinutes(15));

    private ResourceReader() {}

    /**
     * What stands in a file.
     *
     * @param id known even where the rest could not be read, so that what refers to it isn't blamed
     */
    record Entry(Optional<String> id, Optional<ResourceDraft> draft) {}

    static Shape<Entry> shape() {
        return Shape.mapping("a mapping", mapping -> Optional.of(read(mapping)));
    }

    private static Entry read(YamlMapping mapping) {
        Shape<List<String>> ids = Shape.distinctListOf(CatalogShapes.resourceId());
        Field<String> id = mapping.required("id", CatalogShapes.resourceId());
        Field<String> store = mapping.required("store", CatalogShapes.storeName());
        Field<Ownership> ownedBy = OwnershipReader.read(mapping);
        Field<Optional<IdForm>> idForm = mapping.optional("as", IdFormShape.shape());
        Field<List<String>> derivedFrom = mapping.optional("derived-from", ids, List.of());
        Field<List<String>> references = mapping.optional("references", ids, List.of());
        Field<Disposition> disposition = mapping.optional(
                "disposition", Shape.word(Disposition.values(), Disposition::label), Disposition.ERASE);
        Field<Optional<FenceKind>> fence = mapping.optional("fence", Shape.word(FenceKind.values(), FenceKind::label));
        Field<VerifyPolicy> verify = mapping.optional("verify", verify(), DEFAULT_VERIFY);
        Field<List<Location>> replicas = mapping.optional("locations", Shape.listOf(location()), List.of());
        Field<Boolean> required = mapping.optional("required", Scalars.truth(), true);
        Field<String> owner = mapping.required("owner", Shape.text());
        Field<Limits> limits = mapping.optional("limits", limits(), DEFAULT_LIMITS);
        Optional<ResourceDraft> draft = mapping.build(() -> new ResourceDraft(
                mapping,
                id.get(),
                store.get(),
                ownedBy.get(),
                idForm.get(),
                derivedFrom.get(),
                references.get(),
                disposition.get(),
                fence.get(),
                verify.get(),
                replicas.get(),
                required.get(),
                owner.get(),
                limits.get()));
        return new Entry(id.read(), draft);
    }

    private static Shape<VerifyPolicy> verify() {
        return Shape.mapping("a mapping with second-look", mapping -> {
            Field<Duration> secondLook =
                    mapping.optional("second-look", Scalars.duration(), DEFAULT_VERIFY.secondLook());
            return mapping.build(() -> new VerifyPolicy(secondLook.get()));
        });
    }

    private static Shape<Limits> limits() {
        return Shape.mapping("a mapping with slice-items and cap", mapping -> {
            Field<Integer> sliceItems =
                    mapping.optional("slice-items", Scalars.integer(1, 100_000), DEFAULT_LIMITS.sliceItems());
            Field<Optional<Integer>> cap = mapping.optional("cap", Scalars.integer(1));
            return mapping.build(() -> new Limits(sliceItems.get(), cap.get().map(Integer::longValue)));
        });
    }

    private static Shape<Location> location() {
        return Shape.mapping("a mapping with name and store", mapping -> {
            Field<String> name = mapping.required("name", CatalogShapes.storeName());
            Field<String> store = mapping.required("store", CatalogShapes.storeName());
            return mapping.build(() -> new Location(name.get(), store.get()));
        });
    }
}
