package io.expunge.store;

import java.util.Optional;

/**
 * What must hold between listing and deleting where the store itself can't tell the generations apart. Under
 * {@code listed-version}, a version that was listed before the registry was read as closed can't be one of a tenant that was
 * opened again later. Under {@code lease}, nothing but this keeps a process that was stopped in between from deleting
 * long after its time. Asked by the eraser, for each batch, right before it is deleted.
 */
@FunctionalInterface
public interface Fence {

    /** For slices of resources whose fence is another: whoever asks it all the same must not delete. */
    Fence NOT_ASKED = target -> Optional.of(new SliceOutcome.Fenced(Optional.empty()));

    /**
     * Looks at the lease and reads the registry now.
     *
     * @return empty if the target's tenant is closed at the target's generation, so that what was listed may be deleted
     * @throws StoreException if the lease may be over, or the registry can't be read: then nothing may be deleted
     */
    Optional<SliceOutcome.Fenced> broken(Target target);
}
