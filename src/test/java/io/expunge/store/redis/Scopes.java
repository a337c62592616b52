package io.expunge.store.redis;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Disposition;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.IdForm;
import io.expunge.catalog.Limits;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Ownership.KeyPattern;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.catalog.VerifyPolicy;
import io.expunge.store.Scope;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Small catalogs of one Redis store. */
final class Scopes {

    static final String PATTERN = "t:{tenant}:g{generation}:*";
    static final StoreDeclaration CACHE = new StoreDeclaration("cache", ResourceType.REDIS, Optional.empty());

    private Scopes() {}

    static Scope of(String pattern) {
        return of(pattern, FenceKind.NAME, Location.PRIMARY);
    }

    static Scope of(String pattern, FenceKind fence, String location) {
        return of(resource(new KeyPattern(pattern), fence, location));
    }

    /** A Redis resource that is described as if it were a table. */
    static Scope ofTable() {
        return of(resource(
                new TenantColumn("public.users", "id", "tenant_id", Optional.empty()),
                FenceKind.NAME,
                Location.PRIMARY));
    }

    private static Scope of(Resource resource) {
        return new Scope(
                catalog(List.of(resource), List.of()),
                resource,
                resource.locations().get(0));
    }

    static Resource resource(String pattern) {
        return resource(new KeyPattern(pattern), FenceKind.NAME, Location.PRIMARY);
    }

    private static Resource resource(Ownership ownership, FenceKind fence, String location) {
        return new Resource(
                "cache.keys",
                CACHE.name(),
                ResourceType.REDIS,
                ownership,
                new IdForm.Verbatim(),
                List.of(),
                List.of(),
                Disposition.ERASE,
                fence,
                new VerifyPolicy(Duration.ZERO),
                List.of(new Location(location, CACHE.name())),
                true,
                "platform",
                new Limits(1_000));
    }

    static Catalog catalog(List<Resource> resources, List<NotTenantData> notTenantData) {
        return new Catalog(
                "policy-1",
                Duration.ZERO,
                Duration.ofDays(30),
                OnReopen.STOP,
                new TenantId("expunge-control"),
                Set.of(),
                new RegistryTable(
                        "main",
                        "public.tenant_registry",
                        "tenant_id",
                        "generation",
                        "state",
                        "open",
                        "closed",
                        Optional.empty(),
                        "fence_lock",
                        Set.of()),
                Map.of(CACHE.name(), CACHE),
                notTenantData,
                resources);
    }

    static Subject subject(String storedId, int generation) {
        return new Subject(new TenantId("tenant " + storedId), generation, storedId);
    }

    static Target target(String storedId, int generation) {
        return new Target("task of " + storedId, subject(storedId, generation));
    }
}
