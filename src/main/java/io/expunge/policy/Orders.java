package io.expunge.policy;

import io.expunge.tenant.TenantReference;
import java.util.Collection;
import java.util.Set;

/** Legal holds and pauses in force. Read before every slice, so each answer is one small query. */
public interface Orders {

    /** Those of the tenants on which a legal hold lies. */
    Set<TenantReference> held(Collection<TenantReference> tenants);

    /** Whether work on this store is paused, alone or together with all others. */
    boolean paused(String store);
}
