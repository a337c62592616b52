package io.expunge.store.s3;

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
 * Reads every version and every delete marker under a tenant's prefix and counts what each key says about itself, by a
 * reading of its own ({@link PrefixWitness}). A marker that stands alone counts: it names the object that was there.
 *
 * <p>An upload that was begun and not completed is residue. Whether the store
 * still copies something to another bucket can't be asked once the source is gone; each bucket is looked into by itself,
 * twice.
 */
final class S3Probe implements Probe {

    /** Longest look at one bucket. */
    private static final Duration LOOK = Duration.ofMinutes(10);

    private final StoreDeclaration store;
    private final BucketLink link;

    S3Probe(StoreDeclaration store, BucketLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public Map<Subject, Sighting> look(Scope scope, List<Question> questions) {
        Map<Subject, Sighting> answers = new HashMap<>();
        Optional<PrefixWitness> witness = PrefixWitness.of(scope.resource());
        Optional<Unknown> obstacle = witness.isEmpty() ? Optional.of(blind("PATTERN")) : Optional.empty();
        BucketSession session = null;
        try {
            if (obstacle.isEmpty()) {
                session = link.open(Deadline.in(LOOK));
                obstacle = obstacle(session);
            }
        } catch (S3Fault fault) {
            obstacle = Optional.of(fault.unknown());
        }
        for (Question question : questions) {
            Subject subject = question.subject();
            answers.put(
                    subject,
                    obstacle.isPresent() || session == null
                            ? obstacle.orElseThrow()
                            : look(session, witness.orElseThrow(), subject));
        }
        return answers;
    }

    /** What makes a look at this bucket worth nothing, whoever is asked about. */
    private Optional<Unknown> obstacle(BucketSession session) {
        if (!BucketOwner.isThe(store.identity(), session)) {
            return Optional.of(new Unknown(Blindness.OTHER_STORE, BucketOwner.CODE));
        }
        return Optional.empty();
    }

    private static Sighting look(BucketSession session, PrefixWitness witness, Subject subject) {
        Optional<String> territory = witness.territory(subject.storedId());
        if (territory.isEmpty()) {
            return blind("DELIMITER");
        }
        try {
            return new Census(session, witness, territory.get(), subject.generation()).take();
        } catch (S3Fault fault) {
            return fault.unknown();
        }
    }

    private static Unknown blind(String code) {
        return new Unknown(Blindness.BLIND, code);
    }

    @Override
    public String shape(Scope scope) {
        return PrefixWitness.of(scope.resource())
                .map(witness ->
                        "ListObjectVersions and ListMultipartUploads, prefix %s, every page, key read by its segments"
                                .formatted(witness.shape()))
                .orElse("none: no object prefix");
    }

    @Override
    public void close() {
        link.close();
    }
}
