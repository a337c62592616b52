package io.expunge.verification;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.Lease;
import io.expunge.deletion.Receipt;
import io.expunge.store.Position;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Subject;
import java.util.List;
import java.util.Optional;

/** What is asked of a store in one go: one resource at one location, about some tenants. */
record LookUnit(Scope scope, List<Asked> asked) {

    LookUnit {
        asked = List.copyOf(asked);
    }

    /** A task that is asked about. */
    record Asked(DeletionTask task, DeletionJob job, Lease lease, Subject subject, Optional<Receipt> receipt) {

        Question question() {
            return new Question(
                    subject,
                    receipt.map(Receipt::horizon).orElse(Position.NONE),
                    receipt.map(Receipt::position).orElse(Position.NONE));
        }
    }
}
