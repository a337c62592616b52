package io.expunge.deletion;

import io.expunge.policy.Reason;
import io.expunge.tenant.TenantId;
import java.time.Instant;
import java.util.Optional;

/**
 * A wish to have one generation of a tenant erased, before it is written down.
 *
 * @param reasonCode why, as {@link Reason} has it; kept and shown
 * @param ticket where it is spoken about; kept and shown, so no name of a person's
 */
public record NewRequest(
        TenantId tenant, int generation, String reasonCode, Optional<String> ticket, Optional<Instant> notBefore) {

    /** @throws IllegalArgumentException saying what was expected; what was found is not repeated */
    public NewRequest {
        if (generation < 0) {
            throw new IllegalArgumentException("expected a generation of 0 or more");
        }
        new Reason(reasonCode, ticket);
    }

    @Override
    public String toString() {
        return "NewRequest[generation=" + generation + ", " + reasonCode + "]";
    }
}
