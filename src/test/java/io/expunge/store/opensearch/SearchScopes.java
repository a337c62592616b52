package io.expunge.store.opensearch;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Disposition;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.IdForm;
import io.expunge.catalog.Limits;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Ownership.DocumentField;
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

/** Small catalogs of one OpenSearch store. */
final class SearchScopes {

    static final StoreDeclaration SEARCH = new StoreDeclaration("search", ResourceType.OPENSEARCH, Optional.empty());
    static final DocumentField TICKETS = new DocumentField("tickets", "tenant", Optional.of("generation"));

    /** One shard more than one, so that a part can be missing; refreshed by nobody but who asks for it. */
    static final String TICKETS_INDEX = """
            {"settings": {"number_of_shards": 2, "number_of_replicas": 0, "refresh_interval": "-1"},
             "mappings": {"properties": {"tenant": {"type": "keyword"}, "generation": {"type": "integer"},
                                         "text": {"type": "text"}}}}""";

    private SearchScopes() {}

    static Scope of(Ownership ownership) {
        return of(ownership, FenceKind.PREDICATE);
    }

    static Scope of(Ownership ownership, FenceKind fence) {
        Resource resource = resource("search.tickets", ownership, fence);
        return new Scope(
                catalog(List.of(resource), List.of()),
                resource,
                resource.locations().get(0));
    }

    /** Of the index, alias or data stream of that name, with the usual fields. */
    static Scope of(String container) {
        return of(new DocumentField(container, "tenant", Optional.of("generation")));
    }

    static Resource resource(String id, Ownership ownership, FenceKind fence) {
        return new Resource(
                id,
                SEARCH.name(),
                ResourceType.OPENSEARCH,
                ownership,
                new IdForm.Verbatim(),
                List.of(),
                List.of(),
                Disposition.ERASE,
                fence,
                new VerifyPolicy(Duration.ZERO),
                List.of(new Location(Location.PRIMARY, SEARCH.name())),
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
                Map.of(SEARCH.name(), SEARCH),
                notTenantData,
                resources);
    }

    static Subject subject(String storedId, int generation) {
        return new Subject(new TenantId(storedId), generation, storedId);
    }

    static Target target(String storedId, int generation) {
        return new Target("task of " + storedId, subject(storedId, generation));
    }
}
