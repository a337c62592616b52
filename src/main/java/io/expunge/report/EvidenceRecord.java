package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/**
 * What one look saw.
 *
 * @param residue items of the tenant's generation that were there
 * @param ungenerated items of the tenant without a generation; residue too
 * @param later items of a later generation, which stay
 * @param control whether the control tenant was seen
 * @param probe the shape of the question, without values
 * @param seal of the run, once it is sealed
 */
public record EvidenceRecord(
        long evidenceId,
        String runId,
        String taskId,
        String resource,
        String location,
        int round,
        int look,
        String verdict,
        Optional<String> gapCode,
        Optional<String> storeCode,
        Optional<Long> residue,
        Optional<Long> ungenerated,
        Optional<Long> later,
        Optional<Long> baseline,
        String control,
        String probe,
        String credentials,
        String fence,
        String erasedPosition,
        String probePosition,
        String planHash,
        String policyVersion,
        String catalogHash,
        String softwareVersion,
        Instant requestedAt,
        Instant observedAt,
        String rowHash,
        Optional<Seal> seal) {

    /**
     * The seal over a run's evidence.
     *
     * @param chainPosition of the run among all sealed runs
     */
    public record Seal(long chainPosition, String merkleRoot, String sealHash, Instant sealedAt) {}
}
