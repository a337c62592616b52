package io.expunge.cli;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.JobState;
import io.expunge.report.GateGap;
import io.expunge.report.Why;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Why a job stands where it stands, for people and programs; keys are never taken away or renamed. */
record WhyAnswer(
        String jobId,
        JobState state,
        Optional<BlockReason> blockReason,
        List<GateGap> missing,
        Instant since,
        String next,
        Optional<Instant> closesByItselfAt,
        String sentence) {

    static WhyAnswer of(Why why) {
        return new WhyAnswer(
                why.job().jobId(),
                why.job().state(),
                why.job().blockReason(),
                why.missing(),
                why.since(),
                why.next(),
                why.closesByItselfAt(),
                why.sentence());
    }

    void print(PrintWriter out, boolean json) {
        if (!json) {
            out.println(sentence);
            return;
        }
        Json.object()
                .with("jobId", jobId)
                .with("state", state)
                .with("blockReason", blockReason)
                .with("missing", missing.stream().map(WhyAnswer::gap).toList())
                .with("since", since)
                .with("next", next)
                .with("closesByItselfAt", closesByItselfAt)
                .with("sentence", sentence)
                .print(out);
    }

    private static Object gap(GateGap gap) {
        return Json.object()
                .with("store", gap.store())
                .with("resource", gap.resource())
                .with("location", gap.location())
                .with("missing", gap.missing())
                .values();
    }
}
