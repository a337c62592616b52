package io.expunge.deletion;

import io.expunge.tenant.TenantId;
import java.time.Instant;
import java.util.Optional;

/** What the application wrote: the wish to have one generation of a tenant erased. */
public record DeletionRequest(
        String id,
        TenantId tenant,
        int generation,
        String reasonCode,
        Optional<String> ticket,
        String requestedBy,
        Instant requestedAt,
        Instant lastRequestedAt,
        Optional<Instant> notBefore) {

    @Override
    public String toString() {
        return id;
    }
}
