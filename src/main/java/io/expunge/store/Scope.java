package io.expunge.store;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Location;
import io.expunge.catalog.Resource;

/** Where to work: one location of one resource, under the catalog snapshot that the job is on. */
public record Scope(Catalog catalog, Resource resource, Location location) {

    @Override
    public String toString() {
        return resource.id() + "@" + location.name();
    }
}
