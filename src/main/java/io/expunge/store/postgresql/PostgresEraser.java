package io.expunge.store.postgresql;

import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import io.expunge.store.postgresql.Failure.Kind;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes a tenant's rows window by window, each with the registry row locked in the same transaction. A slice ends in at
 * most one window that is committed; a window that holds a row which can't be deleted is halved until that row stands
 * alone.
 */
final class PostgresEraser implements Eraser {

    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(10);

    private final String store;
    private final PinnedIdentity identity;
    private final Database database;
    private final Tables tables = new Tables();
    private final RegistryFence fence;
    private final WindowSizes sizes = new WindowSizes();

    PostgresEraser(String store, PinnedIdentity identity, Database database) {
        this.store = store;
        this.identity = identity;
        this.database = database;
        this.fence = new RegistryFence(store, tables);
    }

    @Override
    public boolean isPinnedStore() {
        return isTheRightServer(Deadline.in(LONGEST_QUESTION));
    }

    @Override
    public boolean grouped() {
        return false;
    }

    @Override
    public Position horizon() {
        return ask(session -> Horizon.of(session).encoded());
    }

    @Override
    public Position position() {
        return ask(session -> Server.of(session).mustBePrimary().log().encoded());
    }

    @Override
    public SliceResult erase(Slice slice) {
        if (slice.targets().size() != 1) {
            throw new IllegalArgumentException("a slice of this store has one target");
        }
        Deadline within = Deadline.in(slice.deadline());
        if (!isTheRightServer(within)) {
            return over(slice, new Refused(Refusal.OTHER_STORE, PinnedIdentity.CODE));
        }
        OwnedRows owned =
                OwnedRows.of(slice.scope().catalog(), slice.scope().resource().ownedBy());
        int most = sizes.of(owned.table(), slice.items());
        while (true) {
            SliceTransaction transaction = new SliceTransaction(slice, owned, tables, fence, within, most);
            try {
                SliceResult result = database.transaction(within, transaction);
                sizes.passed(owned.table(), slice.items());
                return result;
            } catch (Failed failed) {
                Optional<Window> window = transaction.window();
                boolean canBeHalved = window.isPresent() && window.get().rows() > 1;
                if (failed.failure().kind() != Kind.POISON || !canBeHalved || within.isOver()) {
                    return ended(slice, owned, failed.failure(), transaction);
                }
                sizes.failed(owned.table(), window.get().rows());
                most = sizes.of(owned.table(), slice.items());
            }
        }
    }

    private boolean isTheRightServer(Deadline within) {
        if (identity.identity().isEmpty()) {
            return true;
        }
        try {
            return database.transaction(within, identity::isOf);
        } catch (Failed failed) {
            throw failed.failure().exception(store);
        }
    }

    private SliceResult ended(Slice slice, OwnedRows owned, Failure failure, SliceTransaction transaction) {
        Optional<Window> window = transaction.window();
        if (failure.kind() == Kind.CONTENDED && transaction.isPastFence()) {
            sizes.failed(owned.table(), window.map(Window::rows).orElse(transaction.most()));
        }
        if (failure.kind() == Kind.POISON && window.isPresent()) {
            if (window.get().rows() > 1) {
                throw new StoreException.Contended(store, failure.code());
            }
            throw new StoreException.Poisoned(store, failure.code(), SliceTransaction.behind(window.get()));
        }
        Refusal refusal = failure.refusal().orElseThrow(() -> failure.exception(store));
        return over(slice, new Refused(refusal, failure.code()));
    }

    private static SliceResult over(Slice slice, SliceOutcome outcome) {
        return new SliceResult(Map.of(slice.targets().get(0).taskId(), outcome), Optional.<ResumePoint>empty(), false);
    }

    private Position ask(Database.Work<Position> question) {
        try {
            return database.transaction(Deadline.in(LONGEST_QUESTION), question);
        } catch (Failed failed) {
            throw failed.failure().exception(store);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
