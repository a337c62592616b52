package io.expunge.cli;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.CatalogSnapshot;
import io.expunge.catalog.ErasureOrder;
import io.expunge.catalog.Location;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads the catalog and shows what an erasure would do, in its order. */
@Command(
        name = "check",
        sortOptions = false,
        description = {
            "Reads the catalog and tells all that is wrong with it, or what an erasure would go through, in its order.",
            "Asks no store and no database.",
            ""
        },
        footer = {
            "",
            "The catalog is all *.yaml files in EXPUNGE_CATALOG (jobs/catalog). Exit 2 if anything is wrong.",
            "",
            "Examples:",
            "  expunge catalog check",
            "  EXPUNGE_CATALOG=next/catalog expunge catalog check --output json"
        })
final class CatalogCheckCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Mixin
    private final OutputOption output = new OutputOption();

    CatalogCheckCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Catalog catalog = CatalogReader.read(invocation.settings().catalog());
        List<Resource> ordered = ErasureOrder.of(catalog).resources();
        if (output.json()) {
            json(catalog, ordered).print(invocation.out());
        } else {
            print(catalog, ordered);
        }
        return Exit.DONE.code();
    }

    private void print(Catalog catalog, List<Resource> ordered) {
        Table table = Table.of(
                ">#", "wave", "resource", "store", "type", "where", "owned by", "as", "fence", "second look", "owner");
        int position = 1;
        for (Resource resource : ordered) {
            table.row(
                    position++,
                    resource.wave(),
                    resource.id() + (resource.required() ? "" : " (optional)"),
                    resource.locations().stream().map(Location::store).collect(Collectors.joining(", ")),
                    resource.type().label(),
                    resource.ownedBy().container(),
                    owner(resource.ownedBy()),
                    resource.idForm().label(),
                    resource.fence().label(),
                    seconds(resource),
                    resource.owner());
        }
        table.print(invocation.out());
        invocation.out().println();
        invocation
                .out()
                .println("valid: " + ordered.size() + " resources in "
                        + catalog.stores().size() + " stores, policy "
                        + catalog.policyVersion() + ", on-reopen "
                        + catalog.onReopen().label() + ", grace "
                        + catalog.grace() + ", target " + catalog.target());
        invocation.out().println(CatalogSnapshot.of(catalog).hash());
    }

    private static Json json(Catalog catalog, List<Resource> ordered) {
        List<Object> resources = new ArrayList<>();
        for (Resource resource : ordered) {
            resources.add(Json.object()
                    .with("position", resources.size() + 1)
                    .with("resource", resource.id())
                    .with("wave", resource.wave())
                    .with("store", resource.store())
                    .with(
                            "locations",
                            resource.locations().stream()
                                    .collect(Collectors.toMap(
                                            Location::name, Location::store, (one, other) -> one, TreeMap::new)))
                    .with("type", resource.type().label())
                    .with("where", resource.ownedBy().container())
                    .with("ownedBy", owner(resource.ownedBy()))
                    .with("as", resource.idForm().label())
                    .with("fence", resource.fence().label())
                    .with("secondLook", seconds(resource))
                    .with("derivedFrom", resource.derivedFrom())
                    .with("references", resource.references())
                    .with("required", resource.required())
                    .with("owner", resource.owner())
                    .values());
        }
        return Json.object()
                .with("valid", true)
                .with("policyVersion", catalog.policyVersion())
                .with("hash", CatalogSnapshot.of(catalog).hash())
                .with("onReopen", catalog.onReopen().label())
                .with("grace", catalog.grace().toString())
                .with("target", catalog.target().toString())
                .with(
                        "stores",
                        catalog.stores().values().stream()
                                .collect(Collectors.toMap(
                                        store -> store.name(),
                                        store -> store.type().label(),
                                        (one, other) -> one,
                                        TreeMap::new)))
                .with("resources", resources);
    }

    private static String owner(Ownership ownership) {
        if (ownership instanceof Ownership.TenantColumn rows) {
            return rows.column()
                    + rows.generationColumn().map(column -> ", " + column).orElse("");
        }
        if (ownership instanceof Ownership.ParentRow rows) {
            return rows.foreignKey() + " to " + rows.parent();
        }
        if (ownership instanceof Ownership.DocumentField documents) {
            return documents.field()
                    + documents.generationField().map(field -> ", " + field).orElse("");
        }
        return "key";
    }

    private static String seconds(Resource resource) {
        return resource.verify().secondLook().toString();
    }
}
