package io.expunge.store.redis;

import io.expunge.catalog.Location;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Blindness;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Subject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Walks every logical database of the server once for all questions and counts what each key says about itself, by a
 * reading of its own ({@link KeyWitness}).
 *
 * <p>A server that was started again since the erasure may have loaded erased keys from disk; the walk sees them, so that
 * alone is no reason to doubt. One that is started again, or that takes over another dataset, during the walk is: part of
 * what was walked is gone. A replica must be linked to its primary and past the erasure's offset.
 *
 * <p>The login needs {@code +info +scan +select +ping} and no key rights; {@code +client|setname} shows its name.
 */
final class RedisProbe implements Probe {

    /** Longest look at one server; at 600,000 keys a second enough for 300 million. */
    private static final Duration LOOK = Duration.ofMinutes(10);

    private final StoreDeclaration store;
    private final RedisLink link;

    RedisProbe(StoreDeclaration store, RedisLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public Map<Subject, Sighting> look(Scope scope, List<Question> questions) {
        Optional<KeyWitness> witness = KeyWitness.of(scope.resource());
        if (witness.isEmpty()) {
            return all(questions, new Unknown(Blindness.BLIND, "PATTERN"));
        }
        try {
            return look(scope.location(), new Tallies(witness.get(), questions), questions);
        } catch (RedisFault fault) {
            return all(questions, fault.unknown());
        }
    }

    private Map<Subject, Sighting> look(Location location, Tallies tallies, List<Question> questions) {
        Deadline deadline = Deadline.in(LOOK);
        try (RedisSession session = link.open(deadline)) {
            ServerInfo before = session.info();
            Optional<Unknown> obstacle = obstacle(before, location);
            if (obstacle.isPresent()) {
                return all(questions, obstacle.get());
            }
            session.walk(tallies.glob(), key -> tallies.count(link.database(), key));
            for (int database : before.databasesBut(link.database())) {
                try (RedisSession elsewhere = link.open(database, deadline)) {
                    elsewhere.walk(tallies.glob(), key -> tallies.count(database, key));
                }
            }
            ServerInfo after = session.info();
            if (!after.history().continues(before.history())
                    || obstacle(after, location).isPresent()) {
                return all(questions, new Unknown(Blindness.INCOMPLETE, "TOPOLOGY"));
            }
            return tallies.answers(before, after.history().position());
        }
    }

    /** What makes a look at this server worth nothing, whoever is asked about. */
    private Optional<Unknown> obstacle(ServerInfo server, Location location) {
        if (!server.isThe(store.identity())) {
            return Optional.of(new Unknown(Blindness.OTHER_STORE, "IDENTITY"));
        }
        if (server.clustered()) {
            return Optional.of(new Unknown(Blindness.INCOMPLETE, "CLUSTER"));
        }
        if (server.loading()) {
            return Optional.of(new Unknown(Blindness.UNAVAILABLE, "LOADING"));
        }
        if (!server.primary() && (location.name().equals(Location.PRIMARY) || !server.inStep())) {
            return Optional.of(new Unknown(Blindness.STALE, "REPLICA"));
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
        return KeyWitness.of(scope.resource())
                .map(witness -> "SCAN 0 MATCH %s COUNT %d (all databases), key read by its segments"
                        .formatted(Glob.shown(Glob.beginningWith(witness.head())), RedisSession.PAGE))
                .orElse("none: no key pattern");
    }

    @Override
    public void close() {
        link.close();
    }
}
