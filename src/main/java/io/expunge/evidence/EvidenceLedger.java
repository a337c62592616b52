package io.expunge.evidence;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The evidence. Append-only. Every method but {@link #seal} assumes a transaction of the caller's. */
public interface EvidenceLedger {

    /** Notes that a run has begun; noting it again changes nothing. */
    void begin(String runId, String softwareVersion);

    /**
     * Appends an observation behind the last one of its task. A run looks at a task once.
     *
     * @throws IllegalStateException if the run is sealed already
     */
    void append(EvidenceRow row);

    /** The tasks that this run has looked at already. */
    Set<String> lookedAtBy(String runId);

    /** How often a task has been looked at in a round. */
    int looks(String taskId, int round);

    /** The looks at a job's tasks in a round, oldest first. */
    List<Look> looksAt(String jobId, int round);

    /** Appends a drift check, unless this run has one for that store and catalog. */
    void append(DriftCheck check);

    List<DriftCheck> driftChecks(String runId);

    boolean isSealed(String runId);

    /**
     * Seals a run: checks that every row of it still has the hash under which it was written, and puts one Merkle root over all
     * that the gate reads of it, chained to the seal before. Sealing again answers the seal that is there. Takes a
     * transaction of its own.
     *
     * @throws EvidenceTampered if a row, or the seal before, isn't what was written
     */
    Seal seal(String runId);

    Optional<Seal> lastSeal();
}
