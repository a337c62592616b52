package io.expunge.deletion;

import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A request on its way to become a job.
 *
 * @param reference under the current key
 * @param knownAs under every key still held, the current one included: a job may stand under an older one
 * @param protectedTenant whether the catalog forbids erasing it
 */
public record NewDeletionJob(
        DeletionRequest request,
        TenantReference reference,
        List<TenantReference> knownAs,
        String catalogHash,
        Instant notBefore,
        Instant targetAt,
        boolean protectedTenant,
        Instant now) {

    public NewDeletionJob {
        knownAs = List.copyOf(knownAs);
    }

    Optional<BlockReason> blockedFromTheStart() {
        return protectedTenant ? Optional.of(BlockReason.PROTECTED) : Optional.empty();
    }
}
