package io.expunge.evidence;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Evidence rows that differ in what a test is about. */
final class Looks {

    private Looks() {}

    static EvidenceRow empty(DeletionJob job, DeletionTask task, String runId, Instant observedAt) {
        return of(job, task, runId, Verdict.EMPTY, Control.SEEN, observedAt);
    }

    static EvidenceRow of(
            DeletionJob job, DeletionTask task, String runId, Verdict verdict, Control control, Instant observedAt) {
        boolean known = verdict != Verdict.UNKNOWN;
        return new EvidenceRow(
                runId,
                job.id(),
                job.reference().keyName(),
                job.reference().value(),
                job.generation(),
                task.id(),
                task.resourceId(),
                task.location(),
                job.round(),
                1,
                verdict,
                verdict == Verdict.EMPTY ? Optional.empty() : Optional.of(known ? verdict.name() : "UNAVAILABLE"),
                known ? Optional.empty() : Optional.of("08006"),
                known ? Optional.of(verdict == Verdict.EMPTY ? 0L : 3L) : Optional.empty(),
                known ? Optional.of(0L) : Optional.empty(),
                known ? Optional.of(7L) : Optional.empty(),
                task.baseline(),
                control,
                "SELECT count(*) WHERE owner = ?",
                task.store() + "_verifier",
                task.fence(),
                "1/10",
                "1/20",
                job.planHash().orElse("sha256:plan"),
                "2026-11",
                job.catalogHash(),
                "0.1.0",
                observedAt.minus(Duration.ofMillis(5)),
                observedAt);
    }
}
