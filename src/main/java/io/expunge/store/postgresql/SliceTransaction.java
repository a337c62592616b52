package io.expunge.store.postgresql;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Ownership.ParentRow;
import io.expunge.catalog.Resource;
import io.expunge.store.ResumePoint;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.SliceResult;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import io.expunge.store.postgresql.Table.Reference;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One attempt at a slice: fence, window, delete. Remembers how far it came, for when it fails. */
final class SliceTransaction implements Database.Work<SliceResult> {

    /** A key may be the empty text, a resume point that isn't the start may not. */
    private static final String KEY = "key:";

    private final Slice slice;
    private final OwnedRows owned;
    private final Tables tables;
    private final RegistryFence fence;
    private final Deadline within;
    private final int most;
    private boolean pastFence;
    private Optional<Window> window = Optional.empty();

    /** @param most rows at this attempt */
    SliceTransaction(Slice slice, OwnedRows owned, Tables tables, RegistryFence fence, Deadline within, int most) {
        this.slice = slice;
        this.owned = owned;
        this.tables = tables;
        this.fence = fence;
        this.within = within;
        this.most = most;
    }

    int most() {
        return most;
    }

    boolean isPastFence() {
        return pastFence;
    }

    /** The window that was chosen, if it came so far. */
    Optional<Window> window() {
        return window;
    }

    static ResumePoint behind(Window window) {
        return new ResumePoint(KEY + window.last());
    }

    @Override
    public SliceResult in(Session session) throws SQLException, Failed {
        Target target = slice.targets().get(0);
        Table table =
                slice.from().isStart() ? tables.lookAgain(session, owned.table()) : tables.look(session, owned.table());
        IdColumn.of(tables.look(session, owned.rootTable()).column(owned.root().column()))
                .mustHold(target.subject().storedId());
        Optional<Fenced> barred = fence.bars(session, slice.scope(), owned, target.subject(), slice.onReopen());
        if (barred.isPresent()) {
            return result(target, barred.get(), Optional.empty(), false);
        }
        pastFence = true;
        session.allow(within);
        return erase(session, table, target);
    }

    private SliceResult erase(Session session, Table table, Target target) throws SQLException, Failed {
        Subject subject = target.subject();
        WindowErasure erasure = new WindowErasure(session, owned, table, childrenWithoutForeignKey(table), subject);
        window = erasure.next(after(), most);
        if (window.isEmpty()) {
            return result(target, new Absent(), Optional.empty(), false);
        }
        session.allow(within);
        session.expectFewRows();
        int deleted = erasure.erase(window.get(), slice.items());
        boolean more = window.get().rows() == most;
        return result(
                target,
                deleted == 0 ? new Absent() : new Deleted(deleted),
                more ? Optional.of(behind(window.get())) : Optional.empty(),
                deleted != window.get().rows());
    }

    /** What the catalog says points here and no foreign key of the database's guards. */
    private List<Reference> childrenWithoutForeignKey(Table table) {
        Catalog catalog = slice.scope().catalog();
        Resource resource = slice.scope().resource();
        return catalog.resources().stream()
                .map(Resource::ownedBy)
                .filter(ParentRow.class::isInstance)
                .map(ParentRow.class::cast)
                .filter(child -> child.parent().equals(resource.id()))
                .map(this::reference)
                .filter(child -> table.incoming().stream().noneMatch(known -> isSame(known, child)))
                .toList();
    }

    private Reference reference(ParentRow child) {
        return new Reference(
                TableName.of(child.table()),
                List.of(child.foreignKey()),
                List.of(owned.key()),
                "none",
                TableName.of(child.table()).equals(owned.table()));
    }

    private static boolean isSame(Reference known, Reference child) {
        return known.from().equals(child.from())
                && known.columns().equals(child.columns())
                && known.referenced().equals(child.referenced());
    }

    private Optional<String> after() {
        return slice.from().isStart()
                ? Optional.empty()
                : Optional.of(slice.from().value().substring(KEY.length()));
    }

    private static SliceResult result(
            Target target, SliceOutcome outcome, Optional<ResumePoint> next, boolean disturbed) {
        return new SliceResult(Map.of(target.taskId(), outcome), next, disturbed);
    }
}
