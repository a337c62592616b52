package io.expunge.deletion;

import io.expunge.tenant.TenantId;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A wish to have one generation of a tenant erased, before it is written down.
 *
 * @param reasonCode why, as a code: {@code A-Z}, {@code 0-9} and {@code _}, at most 60; kept and shown
 * @param ticket where it is spoken about; kept and shown, so no name of a person's
 */
public record NewRequest(
        TenantId tenant, int generation, String reasonCode, Optional<String> ticket, Optional<Instant> notBefore) {

    // The intake's table checks the same.
    private static final Pattern REASON_CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,59}");
    private static final Pattern TICKET = Pattern.compile("[A-Za-z0-9#._-]{1,60}");

    /** @throws IllegalArgumentException saying what was expected; what was found is not repeated */
    public NewRequest {
        if (generation < 0) {
            throw new IllegalArgumentException("expected a generation of 0 or more");
        }
        if (!REASON_CODE.matcher(reasonCode).matches()) {
            throw new IllegalArgumentException(
                    "expected a reason code such as CONTRACT_ENDED: A-Z, 0-9 and _, a letter first, at most 60");
        }
        if (ticket.filter(id -> !TICKET.matcher(id).matches()).isPresent()) {
            throw new IllegalArgumentException(
                    "expected a ticket such as OPS-123: letters, digits, # . _ -, at most 60");
        }
    }

    @Override
    public String toString() {
        return "NewRequest[generation=" + generation + ", " + reasonCode + "]";
    }
}
