package io.expunge.store.s3;

/** What a key below a tenant's prefix says about itself under an {@link ObjectLayout}. */
sealed interface ObjectReading {

    ObjectReading NOT_OURS = new NotOurs();
    ObjectReading WITHOUT_GENERATION = new WithoutGeneration();

    /** The key bears a generation, and is none of the resource's all the same. */
    record NotOurs() implements ObjectReading {}

    record OfGeneration(int generation) implements ObjectReading {}

    /**
     * The key is the tenant's and bears no readable generation: residue, and nothing that a fence by name may erase.
     */
    record WithoutGeneration() implements ObjectReading {}
}
