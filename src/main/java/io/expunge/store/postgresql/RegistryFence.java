package io.expunge.store.postgresql;

import static io.expunge.store.postgresql.TableName.quoted;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.OnReopen;
import io.expunge.store.Scope;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.Subject;
import io.expunge.tenant.RegistryTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tenant's registry row and keeps it locked until the transaction ends: whoever wants to re-open the tenant
 * waits until the slice is committed, and no slice passes after that.
 */
final class RegistryFence {

    private final String store;
    private final Tables tables;

    RegistryFence(String store, Tables tables) {
        this.store = store;
        this.tables = tables;
    }

    /**
     * Whether the fence bars the delete; if not, it holds until the transaction ends.
     *
     * @throws Failed if this resource's fence can't be evaluated here
     */
    Optional<Fenced> bars(Session session, Scope scope, OwnedRows owned, Subject subject, OnReopen onReopen)
            throws SQLException, Failed {
        FenceKind fence = scope.resource().fence();
        RegistryTable registry = scope.catalog().registry();
        boolean here = registry.store().equals(store);
        if (here && TableName.of(registry.table()).equals(owned.table())) {
            throw Failure.configuration("registry-is-never-erased");
        }
        if (fence == FenceKind.PREDICATE && !owned.separatesGenerations()) {
            throw Failure.configuration("fence-without-generation-column");
        }
        if (fence == FenceKind.REGISTRY_LOCK && !here) {
            throw Failure.configuration("registry-in-another-store");
        }
        if (fence != FenceKind.PREDICATE && fence != FenceKind.REGISTRY_LOCK) {
            throw Failure.configuration("fence-not-of-this-store");
        }
        return here ? lockedRowBars(session, registry, fence, subject, onReopen) : Optional.empty();
    }

    private Optional<Fenced> lockedRowBars(
            Session session, RegistryTable registry, FenceKind fence, Subject subject, OnReopen onReopen)
            throws SQLException, Failed {
        String id = subject.tenant().value();
        Table table = tables.look(session, TableName.of(registry.table()));
        IdColumn.of(table.column(registry.tenantColumn())).mustHold(id);
        List<Locked> rows =
                session.rows(lock(registry, id), row -> new Locked(row.getObject(1, Long.class), row.getString(2)));
        if (rows.size() > 1) {
            throw Failure.configuration("registry-ambiguous");
        }
        if (rows.isEmpty() || rows.get(0).generation() == null) {
            return Optional.of(new Fenced(Optional.empty()));
        }
        long generation = rows.get(0).generation();
        boolean closed =
                generation == subject.generation() && Objects.equals(rows.get(0).state(), registry.closedState());
        boolean onlyOlderGoes =
                generation > subject.generation() && onReopen == OnReopen.ERASE_OLDER && fence.separatesGenerations();
        return closed || onlyOlderGoes ? Optional.empty() : Optional.of(new Fenced(Optional.of(asInt(generation))));
    }

    /** A generation beyond our range is later than any that we know. */
    private static int asInt(long generation) {
        return (int) Math.min(generation, Integer.MAX_VALUE);
    }

    private static Sql lock(RegistryTable registry, String id) {
        return Sql.of(
                "SELECT CAST(r.%s AS bigint), CAST(r.%s AS text) FROM %s AS r WHERE r.%s = ? FOR SHARE"
                        .formatted(
                                quoted(registry.generationColumn()),
                                quoted(registry.stateColumn()),
                                TableName.of(registry.table()).quoted(),
                                quoted(registry.tenantColumn())),
                id);
    }

    private record Locked(
            @Nullable Long generation, @Nullable String state) {}
}
