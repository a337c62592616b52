package io.expunge.policy;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why somebody asks for something. Both parts are kept and shown, so neither names a person.
 *
 * @param code {@code A-Z}, {@code 0-9} and {@code _}, a letter first, at most 60
 * @param ticket where it is spoken about
 */
public record Reason(String code, Optional<String> ticket) {

    // The intake's table checks the same.
    private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,59}");
    private static final Pattern TICKET = Pattern.compile("[A-Za-z0-9#._-]{1,60}");

    /** @throws IllegalArgumentException saying what was expected; what was found is not repeated */
    public Reason {
        if (!CODE.matcher(code).matches()) {
            throw new IllegalArgumentException(
                    "expected a reason code such as CONTRACT_ENDED: A-Z, 0-9 and _, a letter first, at most 60");
        }
        if (ticket.filter(id -> !TICKET.matcher(id).matches()).isPresent()) {
            throw new IllegalArgumentException(
                    "expected a ticket such as OPS-123: letters, digits, # . _ -, at most 60");
        }
    }

    /** For people and the trail. */
    @Override
    public String toString() {
        return code + ticket.map(id -> ", ticket " + id).orElse("");
    }
}
