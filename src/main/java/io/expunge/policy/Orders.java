package io.expunge.policy;

import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Legal holds and pauses. {@link #held} and {@link #paused} are read before every slice, so each is one small query; what
 * changes orders assumes a transaction of the caller's. Who gives an order is whoever has logged in to the database.
 */
public interface Orders {

    /** Those of the tenants on which a legal hold lies. A hold is on the reference under which it was placed. */
    Set<TenantReference> held(Collection<TenantReference> tenants);

    /** Whether work on this store is paused, alone or together with all others. */
    boolean paused(String store);

    /** The holds in force, oldest first. */
    List<Hold> holds();

    /** The pauses in force, that of all stores first. */
    List<Pause> pauses();

    void place(TenantReference tenant, Reason reason, Instant now);

    void release(TenantReference tenant, Reason reason, Instant now);

    /** @return whether it was not paused before; a pause in force is left as it is */
    boolean pause(String store, Reason reason, Instant now);

    /** @return whether it was paused by itself */
    boolean unpause(String store);
}
