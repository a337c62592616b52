package io.expunge.store.redis;

import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Question;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The questions of one look, found by the tenant that a key names; filled while the walk goes on. */
final class Tallies {
    private final KeyWitness witness;
    private final Map<String, List<Tally>> byTenant = new HashMap<>();
    private final Map<Subject, Sighting> unfit = new HashMap<>();
    private final DistinctKeys distinct = new DistinctKeys();

    Tallies(KeyWitness witness, List<Question> questions) {
        this.witness = witness;
        for (Question question : questions) {
            Optional<String> tenant = witness.tenant(question.subject().storedId());
            if (tenant.isPresent()) {
                byTenant.computeIfAbsent(tenant.get(), written -> new ArrayList<>())
                        .add(new Tally(question));
            } else {
                unfit.put(question.subject(), new Unknown(Blindness.BLIND, "DELIMITER"));
            }
        }
    }

    byte[] glob() {
        return Glob.beginningWith(witness.head());
    }

    void count(int database, byte[] key) {
        witness.hear(key).ifPresent(said -> {
            List<Tally> asked = byTenant.getOrDefault(said.tenant(), List.of());
            if (!asked.isEmpty() && distinct.isNew(database, key)) {
                asked.forEach(tally -> tally.count(said.generation()));
            }
        });
    }

    Map<Subject, Sighting> answers(ServerInfo server, Position position) {
        Map<Subject, Sighting> answers = new HashMap<>(unfit);
        byTenant.values().stream().flatMap(List::stream).forEach(tally -> {
            Sighting seen = tally.seenAt(position);
            answers.put(
                    tally.question().subject(),
                    doubt(tally.question(), server).<Sighting>map(why -> why).orElse(seen));
        });
        return answers;
    }

    /** What makes this question's answer worth nothing, though the server is right. */
    private static Optional<Unknown> doubt(Question question, ServerInfo server) {
        if (!History.isOurs(question.horizon()) || !History.isOurs(question.erasedAt())) {
            return Optional.of(new Unknown(Blindness.OTHER_STORE, "POSITION"));
        }
        boolean fresh = server.primary()
                || History.of(question.erasedAt()).map(server.history()::isPast).orElse(true);
        return fresh ? Optional.empty() : Optional.of(new Unknown(Blindness.STALE, "OFFSET"));
    }
}
