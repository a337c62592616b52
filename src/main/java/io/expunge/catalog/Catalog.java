package io.expunge.catalog;

import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The whole declared inventory; immutable.
 *
 * @param grace time between a request and the earliest start of its erasure
 * @param target time after the request within which policy wants the erasure verified; a target, not a legal deadline
 * @param controlTenant a living tenant whose data every probe must be able to see, never erased
 * @param stores by name
 * @param approvers who may approve what exceeds the caps
 * @param resources in the order of the files
 */
public record Catalog(
        String policyVersion,
        Duration grace,
        Duration target,
        OnReopen onReopen,
        TenantId controlTenant,
        Set<TenantId> protectedTenants,
        RegistryTable registry,
        Map<String, StoreDeclaration> stores,
        List<NotTenantData> notTenantData,
        Caps caps,
        List<Approver> approvers,
        List<Resource> resources) {

    public Catalog {
        protectedTenants = Set.copyOf(protectedTenants);
        stores = Map.copyOf(stores);
        notTenantData = List.copyOf(notTenantData);
        approvers = List.copyOf(approvers);
        resources = List.copyOf(resources);
    }

    /** A catalog without caps and approvers. */
    public Catalog(
            String policyVersion,
            Duration grace,
            Duration target,
            OnReopen onReopen,
            TenantId controlTenant,
            Set<TenantId> protectedTenants,
            RegistryTable registry,
            Map<String, StoreDeclaration> stores,
            List<NotTenantData> notTenantData,
            List<Resource> resources) {
        this(
                policyVersion,
                grace,
                target,
                onReopen,
                controlTenant,
                protectedTenants,
                registry,
                stores,
                notTenantData,
                Caps.NONE,
                List.of(),
                resources);
    }

    /**
     * The resource of that id.
     *
     * @throws IllegalArgumentException if the catalog has no such resource
     */
    public Resource resource(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("no resource " + id + " in this catalog"));
    }

    public Optional<Resource> find(String id) {
        return resources.stream().filter(resource -> resource.id().equals(id)).findFirst();
    }

    /** Whether there is anything that an erasure has to be counted for before it begins. */
    public boolean isCapped() {
        return caps.job().isPresent()
                || resources.stream()
                        .anyMatch(resource -> resource.limits().cap().isPresent());
    }

    /** The control tenant and the tenants named as protected: never erased. */
    public boolean isProtected(TenantId tenant) {
        return tenant.equals(controlTenant) || protectedTenants.contains(tenant);
    }
}
