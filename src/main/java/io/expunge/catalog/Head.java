package io.expunge.catalog;

import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a catalog says once, for all its resources; the registry's attributes still to be collected from them. */
record Head(
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
        List<Approver> approvers) {

    Catalog with(List<Resource> resources) {
        return new Catalog(
                policyVersion,
                grace,
                target,
                onReopen,
                controlTenant,
                protectedTenants,
                registryWith(resources),
                stores,
                notTenantData,
                caps,
                approvers,
                resources);
    }

    private RegistryTable registryWith(List<Resource> resources) {
        Set<String> attributes = new LinkedHashSet<>(registry.attributes());
        for (Resource resource : resources) {
            if (resource.idForm() instanceof IdForm.Attribute attribute) {
                attributes.add(attribute.name());
            }
        }
        return new RegistryTable(
                registry.store(),
                registry.table(),
                registry.tenantColumn(),
                registry.generationColumn(),
                registry.stateColumn(),
                registry.openState(),
                registry.closedState(),
                registry.closedAtColumn(),
                registry.lockColumn(),
                attributes);
    }
}
