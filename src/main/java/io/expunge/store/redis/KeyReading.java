package io.expunge.store.redis;

import java.nio.ByteBuffer;

/** What a key says about itself under a {@link KeyTemplate}. */
sealed interface KeyReading {

    KeyReading NOT_OURS = new NotOurs();

    /** The key is none of the resource's. */
    record NotOurs() implements KeyReading {}

    /**
     * @param tenant the bytes by which the key names its tenant; equal to another key's if they are the same tenant's
     */
    record OfGeneration(ByteBuffer tenant, int generation) implements KeyReading {}

    /**
     * The key is the tenant's and bears no readable generation: residue, and nothing that a fence by name may erase.
     */
    record WithoutGeneration(ByteBuffer tenant) implements KeyReading {}
}
