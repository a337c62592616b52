package io.expunge.catalog;

import io.expunge.catalog.yaml.Place;
import io.expunge.catalog.yaml.Problems;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Refuses copies that this version can't look at, and those that aren't in other stores of the primary's kind. */
final class LocationCheck {

    private final Map<String, StoreDeclaration> stores;
    private final Problems problems;

    LocationCheck(Head head, Problems problems) {
        this.stores = head.stores();
        this.problems = problems;
    }

    void check(Declared declared) {
        Resource resource = declared.resource();
        if (resource.locations().size() > 1 && resource.type() != ResourceType.S3) {
            problems.add(
                    declared.at().place("locations"),
                    "locations beyond the primary of " + resource.type().withArticle()
                            + " store are not supported by this version",
                    "none");
            return;
        }
        Set<String> names = new HashSet<>();
        Set<String> asked = new HashSet<>();
        for (Location location : resource.locations()) {
            Place place = declared.at().place("locations");
            StoreDeclaration store = stores.get(location.store());
            if (!names.add(location.name())) {
                problems.add(place, "the location " + location.name() + " again", "a name of its own for each copy");
            }
            if (store == null) {
                problems.add(place, "the unknown store " + location.store(), Stores.oneOf(stores));
            } else if (store.type() != resource.type()) {
                problems.add(
                        place,
                        "the copy " + location.name() + " is in " + store.name() + ", "
                                + store.type().withArticle() + " store",
                        resource.type().withArticle() + " store: a copy of another kind is a resource of its own");
            } else if (!asked.add(location.store())) {
                problems.add(
                        place,
                        "the store " + location.store() + " twice in " + resource.id(),
                        "a store of its own for each copy");
            }
        }
    }
}
