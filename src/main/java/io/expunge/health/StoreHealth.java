package io.expunge.health;

import io.expunge.store.StoreException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Which stores are out, for all processes together. Each write is conditional on what was read, so that of two who do the same
 * at once one does it. Assumes a transaction of the caller's.
 */
public interface StoreHealth {

    /** The outages of these stores, at whatever address: one small query, because it is asked before every slice. */
    List<Outage> outages(Collection<String> stores);

    /** All there are. */
    List<Outage> outages();

    /**
     * Notes that a store is out.
     *
     * @return whether that is new
     */
    boolean open(String store, String endpoint, StoreException.Unavailable why, Instant now, Instant nextProbeAt);

    /**
     * Takes the right to ask the store.
     *
     * @param until when another may take it, if whoever has it dies
     * @return whether it is ours
     */
    boolean takeProbe(Outage outage, Instant now, Instant until);

    /** Notes that it was asked in vain, by whoever had the right to. */
    void stillOut(Outage outage, StoreException why, Instant now, Instant nextProbeAt);

    /**
     * Ends a store's outages at every address: it has answered somebody who knows where it is.
     *
     * @return how many there were
     */
    int close(String store, Instant now);
}
