package io.expunge.store.s3;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Disposition;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.IdForm;
import io.expunge.catalog.Limits;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Ownership.ObjectPrefix;
import io.expunge.catalog.Resource;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.catalog.VerifyPolicy;
import io.expunge.sandbox.Login;
import io.expunge.sandbox.S3Server;
import io.expunge.store.Fence;
import io.expunge.store.Pass;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.StoreAccess;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Small catalogs of one bucket and its replica. */
final class Objects {

    static final String PATTERN = "tenants/{tenant}/g{generation}/";
    static final StoreDeclaration OBJECTS = new StoreDeclaration("objects", ResourceType.S3, Optional.empty());
    static final StoreDeclaration REPLICA = new StoreDeclaration("objects-replica", ResourceType.S3, Optional.empty());
    static final Location AT_HOME = new Location(Location.PRIMARY, OBJECTS.name());
    static final Location AT_REPLICA = new Location("replica", REPLICA.name());

    private Objects() {}

    static Scope of(String pattern) {
        return of(pattern, FenceKind.NAME);
    }

    static Scope of(String pattern, FenceKind fence) {
        return of(new ObjectPrefix(pattern), fence, AT_HOME);
    }

    static Scope of(Ownership ownership, FenceKind fence, Location location) {
        Resource resource = resource(ownership, fence);
        return new Scope(catalog(List.of(resource), List.of()), resource, location);
    }

    static Resource resource(Ownership ownership, FenceKind fence) {
        return new Resource(
                "objects.attachments",
                OBJECTS.name(),
                ResourceType.S3,
                ownership,
                new IdForm.Verbatim(),
                List.of(),
                List.of(),
                Disposition.ERASE,
                fence,
                new VerifyPolicy(Duration.ZERO),
                List.of(AT_HOME, AT_REPLICA),
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
                Map.of(OBJECTS.name(), OBJECTS, REPLICA.name(), REPLICA),
                notTenantData,
                resources);
    }

    static StoreAccess access(S3Server server, String bucket, Login login) {
        return new StoreAccess(server.url(bucket), login.user(), login.password());
    }

    static Subject subject(String storedId, int generation) {
        return new Subject(new TenantId("tenant " + storedId), generation, storedId);
    }

    static Slice slice(Scope scope, Subject subject, ResumePoint from, int items) {
        return slice(scope, subject, from, items, Pass.fenceOf(scope));
    }

    static Slice slice(Scope scope, Subject subject, ResumePoint from, int items, Fence fence) {
        return new Slice(
                scope,
                List.of(new Target("task-1", subject)),
                from,
                items,
                Duration.ofSeconds(20),
                OnReopen.STOP,
                fence);
    }
}
