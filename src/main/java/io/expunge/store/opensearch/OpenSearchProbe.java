package io.expunge.store.opensearch;

import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Subject;
import io.expunge.store.opensearch.FieldWitness.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads from the cluster state which indices, shards and copies there are, refreshes them, and counts on every copy; the same
 * state must still hold behind the last count.
 *
 * <p>An index that somebody made anew since the erasure is counted like any other: its documents are there or not. That it
 * isn't the one that was erased shows in the position, which ends in a digest of the indices' UUIDs.
 *
 * <p>The login needs the rights of {@code docs/stores/opensearch.md}, without document- or field-level security.
 */
final class OpenSearchProbe implements Probe {

    private static final Duration LOOK = Duration.ofMinutes(10);
    private static final Duration QUESTION = Duration.ofSeconds(30);
    /** Tenants in one search; three aggregations each. */
    private static final int BATCH = 100;

    private final StoreDeclaration store;
    private final SearchLink link;

    OpenSearchProbe(StoreDeclaration store, SearchLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public Map<Subject, Sighting> look(Scope scope, List<Question> questions) {
        Optional<FieldWitness> witness = FieldWitness.of(scope.resource());
        if (witness.isEmpty()) {
            return all(questions, new Unknown(Blindness.BLIND, "FIELD"));
        }
        try {
            return look(witness.get(), questions);
        } catch (SearchFault fault) {
            return all(questions, fault.unknown());
        }
    }

    private Map<Subject, Sighting> look(FieldWitness witness, List<Question> questions) {
        Deadline deadline = Deadline.in(LOOK);
        ClusterView before = view(witness, deadline);
        Optional<Unknown> obstacle = obstacle(before, witness, questions, deadline);
        if (obstacle.isPresent()) {
            return all(questions, obstacle.get());
        }
        before.indices().forEach(index -> refresh(index, deadline));
        Map<Subject, Count> counts = count(new CopySearch(link, witness, deadline), before, questions);
        ClusterView after = view(witness, deadline);
        if (!after.isUnchangedSince(before) || after.obstacle().isPresent()) {
            return all(questions, new Unknown(Blindness.INCOMPLETE, "TOPOLOGY"));
        }
        Position position = before.point().position(before.digest());
        Map<Subject, Sighting> answers = new HashMap<>();
        for (Question question : questions) {
            Count count = counts.getOrDefault(question.subject(), Count.NOTHING);
            answers.put(
                    question.subject(),
                    doubt(question, before.point()).<Sighting>map(why -> why).orElse(count.seenAt(position)));
        }
        return answers;
    }

    private ClusterView view(FieldWitness witness, Deadline deadline) {
        return ClusterView.of(link.ask(ClusterView.question(witness.container()), deadline, QUESTION));
    }

    /** What makes a look at this cluster worth nothing, whoever is asked about. */
    private Optional<Unknown> obstacle(
            ClusterView view, FieldWitness witness, List<Question> questions, Deadline deadline) {
        if (!view.point().isOf(store.identity())) {
            return Optional.of(new Unknown(Blindness.OTHER_STORE, "IDENTITY"));
        }
        int longestId = questions.stream()
                .mapToInt(question -> question.subject().storedId().length())
                .max()
                .orElse(0);
        return view.obstacle()
                .or(() -> view.indices().stream()
                        .map(index -> witness.blindness(index, longestId))
                        .flatMap(Optional::stream)
                        .findFirst())
                .or(() -> inFlight(view, witness, deadline));
    }

    private Optional<Unknown> inFlight(ClusterView view, FieldWitness witness, Deadline deadline) {
        Set<String> names = new HashSet<>(view.names());
        names.add(witness.container());
        return RunningWrites.concern(link.ask(RunningWrites.QUESTION, deadline, QUESTION), names)
                ? Optional.of(new Unknown(Blindness.IN_FLIGHT, "TASK"))
                : Optional.empty();
    }

    /** What isn't refreshed is invisible; a copy that wasn't counts as failed or not at all. */
    private void refresh(SeenIndex index, Deadline deadline) {
        JsonNode shards = link.ask(Call.post(index.name(), "_refresh"), deadline, QUESTION)
                .path("_shards");
        if (shards.path("failed").asInt(-1) != 0
                || shards.path("successful").asInt(-1) < index.copies().size()) {
            throw new SearchFault(FaultKind.CONTENDED, "REFRESH");
        }
    }

    private static Map<Subject, Count> count(CopySearch search, ClusterView view, List<Question> questions) {
        List<Subject> subjects =
                questions.stream().map(Question::subject).distinct().toList();
        Map<Subject, Count> counts = new HashMap<>();
        for (int first = 0; first < subjects.size(); first += BATCH) {
            List<Subject> batch = subjects.subList(first, Math.min(first + BATCH, subjects.size()));
            List<Asked> asked = new ArrayList<>();
            batch.forEach(subject -> asked.add(new Asked("q" + asked.size(), subject)));
            for (SeenIndex index : view.indices()) {
                Map<String, Count> found = search.count(index, asked);
                asked.forEach(one ->
                        counts.merge(one.subject(), found.getOrDefault(one.number(), Count.NOTHING), Count::plus));
            }
        }
        return counts;
    }

    /** What makes this question's answer worth nothing, though the cluster is right. */
    private static Optional<Unknown> doubt(Question question, ClusterPoint now) {
        for (Position recorded : List.of(question.horizon(), question.erasedAt())) {
            if (recorded.equals(Position.NONE)) {
                continue;
            }
            Optional<ClusterPoint> then = ClusterPoint.of(recorded);
            if (then.isEmpty() || !then.get().cluster().equals(now.cluster())) {
                return Optional.of(new Unknown(Blindness.OTHER_STORE, "POSITION"));
            }
            if (now.version() < then.get().version()) {
                return Optional.of(new Unknown(Blindness.STALE, "STATE_VERSION"));
            }
        }
        return Optional.empty();
    }

    private static Map<Subject, Sighting> all(List<Question> questions, Unknown unknown) {
        Map<Subject, Sighting> answers = new HashMap<>();
        questions.forEach(question -> answers.put(question.subject(), unknown));
        return answers;
    }

    @Override
    public String shape(Scope scope) {
        return FieldWitness.of(scope.resource()).map(FieldWitness::shape).orElse("none: no field");
    }

    @Override
    public void close() {
        link.close();
    }
}
