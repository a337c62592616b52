package io.expunge.cli;

import io.expunge.report.EvidenceRecord;
import io.expunge.report.EvidenceRecord.Seal;
import io.expunge.report.JobOverview;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Evidence as people read it: what was seen, how it was asked, and under which seals it stands. */
final class EvidenceText {

    private final PrintWriter out;

    EvidenceText(PrintWriter out) {
        this.out = out;
    }

    void print(JobOverview job, List<EvidenceRecord> evidence) {
        if (!evidence.isEmpty()) {
            looks(evidence);
            out.println();
            questions(evidence);
            out.println();
            seals(evidence);
            out.println();
        }
        out.println(job.jobId() + " " + JobText.state(job) + ": " + evidence.size()
                + (evidence.size() == 1 ? " look" : " looks") + ", generation " + job.generation() + ", reference "
                + job.tenant().keyName() + ":" + job.tenant().value());
    }

    private void looks(List<EvidenceRecord> evidence) {
        Table table = Table.of(
                "run",
                "resource",
                ">round",
                ">look",
                "verdict",
                "gap",
                ">residue",
                ">ungenerated",
                ">later",
                ">baseline",
                "control",
                "fence",
                "observed at",
                ">seal");
        for (EvidenceRecord look : evidence) {
            table.row(
                    look.runId(),
                    look.resource() + "@" + look.location(),
                    look.round(),
                    look.look(),
                    look.verdict(),
                    Texts.or(look.gapCode()),
                    Texts.or(look.residue()),
                    Texts.or(look.ungenerated()),
                    Texts.or(look.later()),
                    Texts.or(look.baseline()),
                    look.control(),
                    look.fence(),
                    look.observedAt(),
                    look.seal()
                            .map(seal -> String.valueOf(seal.chainPosition()))
                            .orElse("not sealed"));
        }
        table.print(out);
    }

    private record Question(String resource, String credentials, String probe) {}

    private void questions(List<EvidenceRecord> evidence) {
        Set<Question> asked = new LinkedHashSet<>();
        evidence.forEach(look ->
                asked.add(new Question(look.resource() + "@" + look.location(), look.credentials(), look.probe())));
        Table table = Table.of("resource", "asked as", "question");
        asked.forEach(question -> table.row(
                question.resource(),
                question.credentials(),
                question.probe().replaceAll("\\s+", " ").strip()));
        table.print(out);
    }

    private void seals(List<EvidenceRecord> evidence) {
        Map<String, Optional<Seal>> byRun = new LinkedHashMap<>();
        evidence.forEach(look -> byRun.put(look.runId(), look.seal()));
        Table table = Table.of(">seal", "run", "sealed at", "merkle root");
        byRun.forEach((run, seal) -> table.row(
                seal.map(head -> String.valueOf(head.chainPosition())).orElse("not sealed"),
                run,
                Texts.time(seal.map(Seal::sealedAt)),
                Texts.or(seal.map(Seal::merkleRoot))));
        table.print(out);
    }
}
