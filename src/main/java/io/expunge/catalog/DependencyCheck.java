package io.expunge.catalog;

import io.expunge.catalog.yaml.Place;
import io.expunge.catalog.yaml.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses dependencies on what isn't there, and those for which there is no order of erasing. */
final class DependencyCheck {

    private static final String IN_ONE_STORE =
            "sources of an earlier wave (resources that derive from nothing), or of the same store";

    private final Set<String> knownIds;
    private final Map<String, Declared> byId = new LinkedHashMap<>();
    private final Problems problems;

    /** @param knownIds also of the resources that could not be read */
    DependencyCheck(List<Declared> all, Set<String> knownIds, Problems problems) {
        this.knownIds = knownIds;
        this.problems = problems;
        all.forEach(declared -> byId.put(declared.resource().id(), declared));
    }

    void check() {
        for (Declared declared : byId.values()) {
            declared.resource().derivedFrom().forEach(source -> checkSource(declared, source));
            declared.resource().references().forEach(target -> checkReference(declared, target));
        }
        checkOrder();
    }

    private void checkSource(Declared declared, String id) {
        Resource resource = declared.resource();
        Place place = declared.at().place("derived-from", id);
        if (id.equals(resource.id())) {
            problems.add(place, id + " derives from itself", "other resources");
            return;
        }
        Resource source = find(id, place);
        if (source != null
                && source.wave() == resource.wave()
                && !source.store().equals(resource.store())) {
            problems.add(
                    place,
                    resource.id() + " derives from " + id + " of another store, whose turn comes in the same wave",
                    IN_ONE_STORE);
        }
    }

    private void checkReference(Declared declared, String id) {
        Resource resource = declared.resource();
        boolean implied = resource.ownedBy() instanceof Ownership.ParentRow child
                && child.parent().equals(id);
        Place place = implied
                ? declared.at().place("owned-by", "parent")
                : declared.at().place("references", id);
        Resource target = find(id, place);
        if (target == null) {
            return;
        }
        if (!target.store().equals(resource.store())) {
            problems.add(
                    place,
                    resource.id() + " points to " + id + " of another store",
                    "resources of the store " + resource.store());
        } else if (resource.wave().compareTo(target.wave()) > 0) {
            problems.add(
                    place,
                    resource.id() + " points to " + id + ", which is erased in an earlier wave",
                    "derived-from on both or on neither: what points must be erased first");
        }
    }

    /** Nothing where it is unknown, which is then a problem, or known but unreadable, which is one already. */
    private @Nullable Resource find(String id, Place place) {
        Declared declared = byId.get(id);
        if (declared != null) {
            return declared.resource();
        }
        if (!knownIds.contains(id)) {
            problems.add(place, "the unknown resource " + id, "the id of a resource of this catalog");
        }
        return null;
    }

    private void checkOrder() {
        List<Resource> resources =
                byId.values().stream().map(Declared::resource).toList();
        for (List<String> cycle : new Precedence(resources).cycles()) {
            Declared first = byId.get(cycle.get(0));
            if (first != null) {
                problems.add(
                        first.at().place(),
                        "each of these must be erased before the next: " + String.join(" → ", cycle),
                        "references and derived-from without a cycle");
            }
        }
    }
}
