package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.catalog.CurrentCatalog;
import io.expunge.policy.Orders;
import io.expunge.policy.Pause;
import io.expunge.policy.Reason;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Stops all erasing on a store, or on all of them, within one slice; and lets it go on (I11). What a pause has parked waits
 * without spending anything, and is due as soon as no pause keeps it any more.
 */
public final class PauseStores {

    private final Orders orders;
    private final DeletionJobs jobs;
    private final CatalogSnapshots catalogs;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public PauseStores(
            Orders orders,
            DeletionJobs jobs,
            CatalogSnapshots catalogs,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.orders = orders;
        this.jobs = jobs;
        this.catalogs = catalogs;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What came of a pause. */
    public enum Outcome {
        PAUSED,
        /** It was paused before; who did it and why stays. */
        PAUSED_BEFORE,
        /** The current catalog has no such store. */
        UNKNOWN_STORE
    }

    /** @param store as the catalog names it, or {@link Pause#ALL} */
    public Outcome pause(String store, Reason reason) {
        return Objects.requireNonNull(transaction.execute(status -> {
            if (!store.equals(Pause.ALL) && !stores().contains(store)) {
                return Outcome.UNKNOWN_STORE;
            }
            if (!orders.pause(store, reason, clock.instant())) {
                return Outcome.PAUSED_BEFORE;
            }
            audit.record("pause.set", Optional.empty(), Optional.empty(), "store " + store + ", reason " + reason);
            return Outcome.PAUSED;
        }));
    }

    /**
     * Lifts one pause.
     *
     * @return the jobs that are due now because of it; empty if there was no such pause
     */
    public Optional<List<String>> lift(String store) {
        return Objects.requireNonNull(transaction.execute(status -> {
            if (!orders.unpause(store)) {
                return Optional.<List<String>>empty();
            }
            List<String> due = jobs.dueAfterPause(clock.instant());
            audit.record(
                    "pause.lifted",
                    Optional.empty(),
                    Optional.empty(),
                    "store " + store + ", jobs due by it " + due.size());
            return Optional.of(due);
        }));
    }

    /** The stores of the current catalog. */
    public Set<String> stores() {
        return catalogs.current()
                .map(CurrentCatalog::hash)
                .flatMap(catalogs::find)
                .<Set<String>>map(
                        snapshot -> new TreeSet<>(snapshot.catalog().stores().keySet()))
                .orElse(Set.of());
    }
}
