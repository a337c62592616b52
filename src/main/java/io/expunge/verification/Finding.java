package io.expunge.verification;

import io.expunge.evidence.Control;
import io.expunge.evidence.Verdict;
import io.expunge.store.Blindness;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import java.util.Optional;

/** What a sighting means, seen together with the control's. */
record Finding(
        Verdict verdict, Control control, Optional<String> gapCode, Optional<String> storeCode, Optional<Seen> seen) {

    /** @param mayStay how many items may be there under exceptions */
    static Finding of(Sighting control, Sighting sighting, long mayStay) {
        if (sighting instanceof Unknown unknown) {
            return unknown(unknown, controlOf(control), Optional.empty());
        }
        Seen seen = (Seen) sighting;
        if (control instanceof Unknown unknown) {
            return unknown(unknown, Control.NOT_SEEN, Optional.of(seen));
        }
        if (!((Seen) control).anything()) {
            return unknown(new Unknown(Blindness.BLIND, "control"), Control.NOT_SEEN, Optional.of(seen));
        }
        if (seen.residue() > 0 && seen.ungenerated() == 0 && seen.residue() <= mayStay) {
            return new Finding(
                    Verdict.RETAINED, Control.SEEN, Optional.of("EXCEPTION"), Optional.empty(), Optional.of(seen));
        }
        if (seen.remaining() > 0) {
            return new Finding(
                    Verdict.RESIDUE,
                    Control.SEEN,
                    Optional.of(seen.residue() > 0 ? "RESIDUE" : "UNGENERATED"),
                    Optional.empty(),
                    Optional.of(seen));
        }
        return new Finding(Verdict.EMPTY, Control.SEEN, Optional.empty(), Optional.empty(), Optional.of(seen));
    }

    private static Finding unknown(Unknown unknown, Control control, Optional<Seen> seen) {
        return new Finding(
                Verdict.UNKNOWN, control, Optional.of(unknown.why().name()), Optional.of(unknown.code()), seen);
    }

    private static Control controlOf(Sighting control) {
        return control instanceof Seen seen && seen.anything() ? Control.SEEN : Control.NOT_SEEN;
    }
}
