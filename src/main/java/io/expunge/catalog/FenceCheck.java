package io.expunge.catalog;

import io.expunge.catalog.yaml.Problems;
import java.util.Set;
import java.util.stream.Collectors;

/** Refuses a fence that the layout doesn't give, or that can't do what {@code on-reopen} asks (I2). */
final class FenceCheck {

    private final Head head;
    private final Problems problems;

    FenceCheck(Head head, Problems problems) {
        this.head = head;
        this.problems = problems;
    }

    void check(Declared declared) {
        Resource resource = declared.resource();
        FenceKind fence = resource.fence();
        Set<FenceKind> possible = Fences.possible(
                declared.root(), resource.store().equals(head.registry().store()));
        if (!possible.contains(fence)) {
            boolean named = declared.at().has("fence");
            add(
                    declared,
                    named
                            ? "has the fence " + fence.label() + ", which " + why(fence)
                            : "names no fence, and its layout gives none",
                    named && !possible.isEmpty() ? labels(possible) : layoutThatGivesOne(declared.root()));
        } else if (head.onReopen() == OnReopen.ERASE_OLDER && !fence.separatesGenerations()) {
            add(
                    declared,
                    "has the fence " + fence.label() + ", which can't tell generations apart as on-reopen: "
                            + head.onReopen().label() + " needs",
                    "name or predicate, or on-reopen: " + OnReopen.STOP.label());
        }
    }

    private void add(Declared declared, String what, String expected) {
        problems.add(declared.at().place("fence"), declared.resource().id() + " " + what, expected);
    }

    private static String why(FenceKind fence) {
        return switch (fence) {
            case NAME -> "needs {generation} in a key pattern or prefix";
            case PREDICATE -> "needs a generation-column or generation-field";
            case REGISTRY_LOCK -> "needs the registry in the same database";
            case LISTED_VERSION -> "needs objects with immutable version ids";
            case LEASE -> "is for stores that know no transactions";
        };
    }

    private static String layoutThatGivesOne(Ownership root) {
        String orLease = ", or fence: lease if re-opening is refused while a job is open";
        if (root instanceof Ownership.Named names) {
            return "{generation} in the " + names.word() + orLease;
        }
        return root instanceof Ownership.DocumentField
                ? "a generation-field, which the search index can compare" + orLease
                : "a generation-column, which any database can compare";
    }

    private static String labels(Set<FenceKind> fences) {
        return fences.stream().map(FenceKind::label).collect(Collectors.joining(" or "));
    }
}
