package io.expunge.deadletter;

import io.expunge.deletion.DeletionJobId;
import java.util.Optional;
import java.util.Set;

/**
 * Which dead letters are meant: those to which everything applies that is given.
 *
 * @param ids none for any
 * @param closedToo also those that were dealt with
 */
public record Choice(
        Set<DeadLetterId> ids,
        Optional<DeletionJobId> job,
        Optional<String> store,
        Optional<String> resource,
        Optional<String> owner,
        Optional<String> errorClass,
        boolean closedToo) {

    public static Choice of(DeadLetterId id) {
        return new Choice(
                Set.of(id),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true);
    }
}
