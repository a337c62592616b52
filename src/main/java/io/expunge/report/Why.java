package io.expunge.report;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why a deletion job isn't {@code VERIFIED}, or that it is.
 *
 * @param missing what the gate asks for
 * @param since when what keeps it began
 * @param next the command to type
 * @param closesByItselfAt an estimate; empty if only a person can close it, or if it is closed
 * @param sentence all of that, for people
 */
public record Why(
        JobOverview job,
        List<GateGap> missing,
        Instant since,
        String next,
        Optional<Instant> closesByItselfAt,
        String sentence) {

    public Why {
        missing = List.copyOf(missing);
    }
}
