package io.expunge.serve;

import java.time.Instant;

/** What a fire does. */
public interface FiredWork {

    /**
     * Works until it is done; the calling thread is the scheduler's. Throws nothing: what fails is told, and the next fire
     * is another. May be called for a fire that had been fired before, on this node or another.
     *
     * @param time for which the fire was scheduled
     */
    void fire(Fire fire, Instant time);
}
