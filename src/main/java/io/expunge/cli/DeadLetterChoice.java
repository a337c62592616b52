package io.expunge.cli;

import io.expunge.deadletter.Choice;
import io.expunge.deadletter.DeadLetterId;
import io.expunge.deletion.DeletionJobId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters a command means. */
final class DeadLetterChoice {

    @Option(
            names = "--job",
            paramLabel = "JOB",
            converter = DeletionJobIdConverter.class,
            description = "Those of this deletion job.")
    private @Nullable DeletionJobId job;

    @Option(names = "--store", paramLabel = "STORE", description = "Those of this store, as the catalog names it.")
    private @Nullable String store;

    @Option(names = "--resource", paramLabel = "ID", description = "Those of this resource, as the catalog names it.")
    private @Nullable String resource;

    @Option(names = "--owner", paramLabel = "OWNER", description = "Those of this owner, as the catalog names them.")
    private @Nullable String owner;

    @Option(names = "--class", paramLabel = "CLASS", description = "Those of this kind, such as POISON or DENIED.")
    private @Nullable String errorClass;

    Choice of(Set<DeadLetterId> ids, boolean closedToo) {
        return new Choice(
                ids,
                Optional.ofNullable(job),
                Optional.ofNullable(store),
                Optional.ofNullable(resource),
                Optional.ofNullable(owner),
                Optional.ofNullable(errorClass),
                closedToo);
    }

    /** For what acts: nothing given must not mean all. */
    Choice toActOn(Set<DeadLetterId> ids, boolean all) {
        boolean narrowed = job != null || store != null || resource != null || owner != null || errorClass != null;
        if (all && (narrowed || !ids.isEmpty())) {
            throw new UsageException("--all means every open dead letter: expected it alone");
        }
        if (!ids.isEmpty() && narrowed) {
            throw new UsageException("expected dead letters by id, or a filter; not both");
        }
        if (!all && ids.isEmpty() && !narrowed) {
            throw new UsageException(
                    "expected which dead letters: ids as dead-letter list shows them, a filter, or --all");
        }
        return of(ids, !ids.isEmpty());
    }
}
