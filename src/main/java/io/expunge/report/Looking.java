package io.expunge.report;

import io.expunge.deletion.ErrorNote;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What keeps a job that waits for looks. */
final class Looking {

    private static final String UNKNOWN = "UNKNOWN";

    private final Forecast forecast;
    private final Instant now;

    Looking(Forecast forecast, Instant now) {
        this.forecast = forecast;
        this.now = now;
    }

    Account awaiting(CaseFile file) {
        JobOverview job = file.job();
        List<EvidenceRecord> looks = file.looksOfThisRound();
        if (job.isHeld(now)) {
            return goingOn(
                    file,
                    Missing.of(file, Optional.empty(), "", ": ") + "run "
                            + job.runId().orElse("unknown") + " is looking at it",
                    last(looks).orElse(job.stateSince()),
                    "");
        }
        if (job.lastError().isPresent()) {
            return unknown(file, looks, job.lastError().get());
        }
        Instant due = job.nextLookAt().orElse(now);
        if (looks.isEmpty()) {
            return goingOn(
                    file,
                    "nobody has looked since it was erased in round " + job.round()
                            + Missing.of(file, Optional.empty(), ": ", ""),
                    job.stateSince(),
                    "");
        }
        if (file.missing().isEmpty()) {
            return goingOn(
                    file,
                    "only the decision is missing, which the next look makes",
                    last(looks).orElse(due),
                    "");
        }
        return goingOn(
                file,
                "the second look is missing, which is due at " + Moments.text(due) + " after one that found nothing",
                last(looks).orElse(job.stateSince()),
                "");
    }

    private Account unknown(CaseFile file, List<EvidenceRecord> looks, ErrorNote note) {
        int times = file.outlook().unknownLooks();
        String inARow = times > 1 ? ", " + times + " looks in a row" : "";
        String lacks = Missing.of(file, Optional.of(note.store()), "", ": ");
        Instant since = blindSince(looks).orElse(file.job().stateSince());
        return switch (note.errorClass()) {
            case "DRIFT_UNKNOWN" ->
                goingOn(
                        file,
                        lacks + "store " + note.store() + " could not be searched for what the catalog doesn't name"
                                + search(file, note.store())
                                        .flatMap(DriftSearch::code)
                                        .map(code -> " (" + code + ")")
                                        .orElse("")
                                + inARow,
                        search(file, note.store()).map(DriftSearch::checkedAt).orElse(since),
                        "");
            case "GATE" ->
                Account.ofAPerson(
                        "the database refused VERIFIED though the code agreed"
                                + Missing.of(file, Optional.empty(), ": ", ""),
                        last(looks).orElse(since),
                        Remedies.against(note),
                        next(file));
            case "NOT_LOOKED" ->
                goingOn(
                        file,
                        lacks + "the last run did not look everywhere" + inARow,
                        last(looks).orElse(since),
                        "");
            default ->
                goingOn(
                        file,
                        lacks + "the last look could not tell, because store " + note.store() + " is "
                                + Notes.text(note) + inARow,
                        since,
                        Remedies.against(note));
        };
    }

    private static Optional<DriftSearch> search(CaseFile file, String store) {
        return file.drift().stream().filter(each -> each.store().equals(store)).findFirst();
    }

    /** When the first of the last runs in a row that could not tell something looked. */
    private static Optional<Instant> blindSince(List<EvidenceRecord> looks) {
        Map<String, List<EvidenceRecord>> byRun = looks.stream()
                .collect(Collectors.groupingBy(EvidenceRecord::runId, LinkedHashMap::new, Collectors.toList()));
        Optional<Instant> since = Optional.empty();
        for (List<EvidenceRecord> run : byRun.values()) {
            Optional<Instant> blind = run.stream()
                    .filter(look -> look.verdict().equals(UNKNOWN))
                    .map(EvidenceRecord::observedAt)
                    .min(Comparator.naturalOrder());
            since = blind.isEmpty() ? blind : since.or(() -> blind);
        }
        return since;
    }

    private static Optional<Instant> last(List<EvidenceRecord> looks) {
        return looks.isEmpty()
                ? Optional.empty()
                : Optional.of(looks.get(looks.size() - 1).observedAt());
    }

    private String next(CaseFile file) {
        return NextSteps.commands(file.job(), now).get(0);
    }

    /** The time from the next look to the one that can prove it is known since the last look; only its start may be later. */
    private Account goingOn(CaseFile file, String because, Instant since, String helps) {
        JobOverview job = file.job();
        Instant due = job.nextLookAt().orElse(now);
        Duration rest = job.expectedAt()
                .map(expected -> Duration.between(due, expected))
                .filter(between -> !between.isNegative())
                .orElse(Duration.ZERO);
        Optional<Instant> closes =
                forecast.lookedAt(Moments.later(due, now)).flatMap(next -> forecast.lookedAt(next.plus(rest)));
        return Account.goingOn(because, since, helps, next(file), closes, "if it finds nothing");
    }
}
