package io.expunge.store.redis;

import io.expunge.store.Position;
import io.expunge.store.Question;
import io.expunge.store.Sighting.Seen;
import java.util.Optional;

/** What was seen for one question. */
final class Tally {

    private final Question question;
    private long residue;
    private long ungenerated;
    private long later;

    Tally(Question question) {
        this.question = question;
    }

    Question question() {
        return question;
    }

    void count(Optional<Integer> generation) {
        if (generation.isEmpty()) {
            ungenerated++;
        } else if (generation.get() <= question.subject().generation()) {
            residue++;
        } else {
            later++;
        }
    }

    Seen seenAt(Position position) {
        return new Seen(residue, ungenerated, later, position);
    }
}
