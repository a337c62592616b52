package io.expunge.deletion;

import io.expunge.policy.Orders;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * On which jobs' tenants a legal hold lies, under whichever key it was placed: a hold may be older than the key under which
 * a job stands, or younger (I11).
 */
public final class Holds {

    private final Orders orders;
    private final Function<TenantId, List<TenantReference>> references;

    /** @param references a tenant's references under every key that is still held */
    public Holds(Orders orders, Function<TenantId, List<TenantReference>> references) {
        this.orders = orders;
        this.references = references;
    }

    /** The ids of those of the jobs whose tenant is held. */
    public Set<String> binding(Collection<DeletionJob> jobs) {
        Set<TenantReference> held = orders.held(
                jobs.stream().flatMap(job -> referencesOf(job).stream()).collect(Collectors.toSet()));
        return held.isEmpty()
                ? Set.of()
                : jobs.stream()
                        .filter(job -> referencesOf(job).stream().anyMatch(held::contains))
                        .map(DeletionJob::id)
                        .collect(Collectors.toSet());
    }

    public boolean bind(DeletionJob job) {
        return !binding(List.of(job)).isEmpty();
    }

    /** What the job's tenant goes by: the reference of the job first; only that once its id is cleared. */
    List<TenantReference> referencesOf(DeletionJob job) {
        Set<TenantReference> all = new LinkedHashSet<>();
        all.add(job.reference());
        job.tenant().ifPresent(tenant -> all.addAll(references.apply(tenant)));
        return List.copyOf(all);
    }

    /** What a tenant goes by, the current key's reference first. */
    List<TenantReference> referencesOf(TenantId tenant) {
        return references.apply(tenant);
    }

    /** Those of the references on which a hold lies. */
    Set<TenantReference> inForce(Collection<TenantReference> tenant) {
        return orders.held(tenant);
    }
}
