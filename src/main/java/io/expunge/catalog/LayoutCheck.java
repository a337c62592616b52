package io.expunge.catalog;

import io.expunge.catalog.yaml.Place;
import io.expunge.catalog.yaml.Problems;
import io.expunge.tenant.RegistryTable;
import java.util.HashMap;
import java.util.Map;

/** Refuses items that can't be where the catalog says, that are named twice, or that are the registry. */
final class LayoutCheck {

    private final Head head;
    private final Problems problems;
    private final Map<String, Resource> byContainer = new HashMap<>();

    LayoutCheck(Head head, Problems problems) {
        this.head = head;
        this.problems = problems;
    }

    void check(Declared declared) {
        Resource resource = declared.resource();
        String container = resource.ownedBy().container();
        fits(declared);
        Resource first = byContainer.putIfAbsent(resource.store() + " " + container, resource);
        if (first != null) {
            problems.add(
                    place(declared),
                    container + " again in the store " + resource.store(),
                    "it once (" + first.id() + " has it)");
        }
        RegistryTable registry = head.registry();
        if (resource.store().equals(registry.store()) && container.equals(registry.table())) {
            problems.add(
                    place(declared),
                    resource.id() + " is the tenant registry",
                    "no resource over it: it tells which generation lives, and is never erased");
        }
        holdsControlTenant(declared);
    }

    private void fits(Declared declared) {
        Resource resource = declared.resource();
        String found = Layout.of(resource.ownedBy()).words();
        Layout.in(resource.type())
                .filter(layout -> layout != Layout.of(resource.ownedBy()))
                .ifPresent(layout -> problems.add(
                        declared.at().place("owned-by"),
                        resource.id() + " is " + found + " in "
                                + resource.type().withArticle() + " store",
                        layout.expected()));
    }

    /** A control tenant that can't be written there would leave every probe blind. Attributes are only known live. */
    private void holdsControlTenant(Declared declared) {
        Resource resource = declared.resource();
        if (resource.idForm() instanceof IdForm.Attribute) {
            return;
        }
        try {
            resource.storedId(head.controlTenant(), Map.of());
        } catch (NotInjective e) {
            problems.add(
                    declared.at().place("as"),
                    "the control tenant's id can't be written in " + resource.id() + " as "
                            + resource.idForm().label(),
                    "a control-tenant that every resource can hold");
        }
    }

    private static Place place(Declared declared) {
        return Layout.of(declared.resource().ownedBy()).place(declared.at());
    }
}
