package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Problems;
import io.expunge.catalog.yaml.Scalars;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the head from the file that holds it. */
final class HeadReader {

    static final Set<String> KEYS = Set.of(
            "policy-version",
            "grace",
            "target",
            "on-reopen",
            "control-tenant",
            "protected-tenants",
            "registry",
            "stores",
            "not-tenant-data",
            "caps",
            "approvers");

    private static final Duration DEFAULT_GRACE = Duration.ofDays(7);
    private static final Duration DEFAULT_TARGET = Duration.ofDays(30);

    private final Problems problems;

    HeadReader(Problems problems) {
        this.problems = problems;
    }

    /** The last to read that mapping: refuses the keys that nobody has asked for. */
    Optional<Head> read(YamlMapping file) {
        Field<String> policyVersion = file.required("policy-version", CatalogShapes.policyVersion());
        Field<Duration> grace = file.optional("grace", Scalars.duration(), DEFAULT_GRACE);
        Field<Duration> target = file.optional("target", Scalars.positiveDuration(), DEFAULT_TARGET);
        Field<OnReopen> onReopen =
                file.optional("on-reopen", Shape.word(OnReopen.values(), OnReopen::label), OnReopen.STOP);
        Field<TenantId> controlTenant = file.required("control-tenant", CatalogShapes.tenantId());
        Field<List<TenantId>> protectedTenants =
                file.optional("protected-tenants", Shape.distinctListOf(CatalogShapes.tenantId()), List.of());
        StoresReader storesReader = new StoresReader(problems);
        Field<Map<String, StoreDeclaration>> stores = file.required("stores", storesReader.shape());
        Field<RegistryTable> registry = file.required("registry", new RegistryReader(problems, stores.read()).shape());
        Field<List<NotTenantData>> notTenantData = file.optional(
                "not-tenant-data", Shape.listOf(new NotTenantDataReader(problems, stores.read()).shape()), List.of());
        Field<Caps> caps = file.optional("caps", caps(), Caps.NONE);
        Field<List<Approver>> approvers = file.optional("approvers", new ApproversReader(problems).shape(), List.of());
        return file.build(() -> new Head(
                policyVersion.get(),
                grace.get(),
                target.get(),
                onReopen.get(),
                controlTenant.get(),
                Set.copyOf(protectedTenants.get()),
                registry.get(),
                stores.get(),
                notTenantData.get(),
                caps.get(),
                approvers.get()));
    }

    private static Shape<Caps> caps() {
        return Shape.mapping("a mapping with job and tolerance", mapping -> {
            Field<Optional<Integer>> job = mapping.optional("job", Scalars.integer(1));
            Field<Integer> tolerance =
                    mapping.optional("tolerance", CatalogShapes.percentage(), Caps.NONE.tolerancePercent());
            return mapping.build(() -> new Caps(job.get().map(Integer::longValue), tolerance.get()));
        });
    }
}
