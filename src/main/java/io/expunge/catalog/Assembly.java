package io.expunge.catalog;

import io.expunge.catalog.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes resources from drafts: the type is the store's, the default fence is the strongest that the layout gives, and rows
 * that are found through a parent are written, fenced and ordered as the parent demands.
 */
final class Assembly {

    private final Head head;
    private final Map<String, ResourceDraft> drafts = new LinkedHashMap<>();
    private final Set<String> knownIds;
    private final Problems problems;

    /** @param knownIds also of the resources that could not be read */
    Assembly(Head head, List<ResourceDraft> all, Set<String> knownIds, Problems problems) {
        this.head = head;
        this.knownIds = knownIds;
        this.problems = problems;
        all.forEach(draft -> drafts.putIfAbsent(draft.id(), draft));
    }

    List<Declared> resources() {
        List<Declared> assembled = new ArrayList<>();
        drafts.values().forEach(draft -> assemble(draft).ifPresent(assembled::add));
        return assembled;
    }

    private Optional<Declared> assemble(ResourceDraft draft) {
        if (draft.idForm().isPresent() && draft.ownedBy() instanceof Ownership.ParentRow) {
            problems.add(
                    draft.at().place("as"),
                    "as on rows that are found through a parent",
                    "it on the parent, which is where the id is written");
        }
        StoreDeclaration store = head.stores().get(draft.store());
        if (store == null) {
            problems.add(draft.at().place("store"), "the unknown store " + draft.store(), Stores.oneOf(head.stores()));
            return Optional.empty();
        }
        return root(draft).map(root -> new Declared(resource(draft, root, store), root.ownedBy(), draft.at()));
    }

    private Resource resource(ResourceDraft draft, ResourceDraft root, StoreDeclaration store) {
        return new Resource(
                draft.id(),
                draft.store(),
                store.type(),
                draft.ownedBy(),
                root.idForm().orElseGet(IdForm.Verbatim::new),
                draft.derivedFrom(),
                references(draft),
                draft.disposition(),
                draft.fence().orElseGet(() -> Fences.strongest(root.ownedBy())),
                draft.verify(),
                locations(draft),
                draft.required(),
                draft.owner(),
                draft.limits());
    }

    private static List<Location> locations(ResourceDraft draft) {
        List<Location> locations = new ArrayList<>();
        locations.add(new Location(Location.PRIMARY, draft.store()));
        locations.addAll(draft.replicas());
        return locations;
    }

    /** The foreign key to the parent is a reference, whether or not it is also listed. */
    private static List<String> references(ResourceDraft draft) {
        Set<String> references = new LinkedHashSet<>(draft.references());
        if (draft.ownedBy() instanceof Ownership.ParentRow child) {
            references.add(child.parent());
        }
        return List.copyOf(references);
    }

    /** The end of the parent chain: itself for what names its tenant. A broken chain is told where it breaks, once. */
    private Optional<ResourceDraft> root(ResourceDraft draft) {
        Set<String> walked = new LinkedHashSet<>();
        ResourceDraft current = draft;
        while (current.ownedBy() instanceof Ownership.ParentRow child) {
            walked.add(current.id());
            ResourceDraft parent = drafts.get(child.parent());
            if (parent == null) {
                if (walked.size() == 1 && !knownIds.contains(child.parent())) {
                    brokenChain(draft, "the unknown parent " + child.parent(), "the id of a resource");
                }
                return Optional.empty();
            }
            if (walked.contains(parent.id())) {
                if (parent.id().equals(draft.id())) {
                    brokenChain(
                            draft,
                            "the parents go round: " + String.join(" → ", walked) + " → " + parent.id(),
                            "parents that end in a table with a tenant column");
                }
                return Optional.empty();
            }
            current = parent;
        }
        return Optional.of(current);
    }

    private void brokenChain(ResourceDraft draft, String what, String expected) {
        problems.add(draft.at().place("owned-by", "parent"), what, expected);
    }
}
