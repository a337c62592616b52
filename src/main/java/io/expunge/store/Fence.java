package io.expunge.store;

import java.util.Optional;

/**
 * What must hold between listing and deleting where the fence is {@code listed-version}: a version that was listed before
 * the registry was read as closed can't be one of a tenant that was opened again later. Asked by the eraser, for each batch
 * that it listed.
 */
@FunctionalInterface
public interface Fence {

    /** For slices of resources whose fence is another: whoever asks it all the same must not delete. */
    Fence NOT_ASKED = target -> Optional.of(new SliceOutcome.Fenced(Optional.empty()));

    /**
     * Reads the registry now.
     *
     * @return empty if the target's tenant is closed at the target's generation, so that what was listed may be deleted
     * @throws StoreException if the registry can't be read: then nothing may be deleted
     */
    Optional<SliceOutcome.Fenced> broken(Target target);
}
