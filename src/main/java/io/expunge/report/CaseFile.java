package io.expunge.report;

import java.util.List;

/**
 * All that is read of one deletion job to say why it stands where it stands.
 *
 * @param missing what the gate asks for, in its order; none if it would let the job pass
 * @param evidence every look, oldest first
 * @param drift the last searches under the job's catalog, by store
 */
public record CaseFile(
        JobOverview job,
        List<GateGap> missing,
        List<EvidenceRecord> evidence,
        Outlook outlook,
        List<DriftSearch> drift) {

    public CaseFile {
        missing = List.copyOf(missing);
        evidence = List.copyOf(evidence);
        drift = List.copyOf(drift);
    }

    /** The looks of the job's round, oldest first. */
    List<EvidenceRecord> looksOfThisRound() {
        return evidence.stream().filter(look -> look.round() == job.round()).toList();
    }
}
