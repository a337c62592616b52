package io.expunge.faults;

import static io.expunge.faults.Ruin.BREAKS_OFF;
import static io.expunge.faults.Ruin.COMMIT_ANSWER_LOST;
import static io.expunge.faults.Ruin.COMMIT_NOT_SENT;
import static io.expunge.faults.Ruin.ON_THE_WIRE;
import static io.expunge.faults.Ruin.STATEMENT_FAILS;
import static io.expunge.faults.Ruin.STORE_FAILS;

/** Where something fails, in the order in which a deletion job comes past. */
public enum FaultPoint {
    CLAIM(true, "at the claim", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    FREEZE(true, "at the freeze", STORE_FAILS, STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    SEAL(true, "in seal", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    BETWEEN_STEPS(true, "between steps", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    PARTITIONER(true, "in partitioner", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    BEFORE_EFFECT(false, "before effect", STORE_FAILS, BREAKS_OFF),
    HALF_A_SLICE(false, "half a slice", STORE_FAILS, BREAKS_OFF),
    BEFORE_RECORD(false, "after effect, before record", STORE_FAILS, BREAKS_OFF),
    COMMIT(false, "at commit", COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    CONNECTION_REFUSED(false, "wire: refused", ON_THE_WIRE),
    CONNECTION_RESET(false, "wire: reset", ON_THE_WIRE),
    CONNECTION_SILENT(false, "wire: half-open", ON_THE_WIRE),
    ANSWER_LATE(false, "wire: delayed", ON_THE_WIRE),
    ANSWER_LOST(false, "wire: applied, answer dropped", ON_THE_WIRE),
    THROTTLED(false, "wire: throttled", ON_THE_WIRE),
    SETTLE(true, "in settle", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    OBSERVE(false, "in observe", STORE_FAILS, STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST, BREAKS_OFF),
    SEAL_EVIDENCE(true, "in seal of evidence", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST),
    DECIDE(true, "in decide", STATEMENT_FAILS, COMMIT_NOT_SENT, COMMIT_ANSWER_LOST);

    private final boolean ofWholeRun;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // never handed out
    private final Ruin[] ruins;

    FaultPoint(boolean ofWholeRun, String title, Ruin... ruins) {
        this.ofWholeRun = ofWholeRun;
        this.title = title;
        this.ruins = ruins;
    }

    /** Whether a failure there ends the execution, or may, so that a run meets one of them. */
    public boolean isOfWholeRun() {
        return ofWholeRun;
    }

    /** As the matrix has it. */
    public String title() {
        return title;
    }

    Ruin ruin(int seed) {
        return ruins[seed % ruins.length];
    }
}
