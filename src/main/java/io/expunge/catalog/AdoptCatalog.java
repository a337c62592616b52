package io.expunge.catalog;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps the catalog of a folder as a snapshot and makes it the one that new jobs get. The pointer is looked at before the
 * files are read and moved only if nobody has moved it meanwhile, so that a process with an old catalog in hand can't set it
 * back.
 */
public final class AdoptCatalog {

    /** Others move the pointer only when somebody edits the catalog, so losing twice running means two folders at odds. */
    private static final int ATTEMPTS = 3;

    private final CatalogSnapshots snapshots;
    private final TransactionTemplate transaction;

    public AdoptCatalog(CatalogSnapshots snapshots, TransactionTemplate transaction) {
        this.snapshots = snapshots;
        this.transaction = transaction;
    }

    /**
     * What is now current.
     *
     * @param changed whether it was not before
     */
    public record Adopted(Catalog catalog, CatalogSnapshot snapshot, boolean changed) {}

    /**
     * Adopts the catalog of that folder.
     *
     * @throws InvalidCatalog with all that is wrong; then the pointer stays
     * @throws IllegalStateException if others keep moving the pointer
     */
    public Adopted from(Path folder) {
        return from(() -> CatalogReader.read(folder));
    }

    Adopted from(Supplier<Catalog> files) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<CurrentCatalog> seen = snapshots.current();
            Catalog catalog = files.get();
            CatalogSnapshot snapshot = CatalogSnapshot.of(catalog);
            if (seen.filter(current -> current.hash().equals(snapshot.hash())).isPresent()) {
                return new Adopted(catalog, snapshot, false);
            }
            long version = seen.map(CurrentCatalog::version).orElse(CurrentCatalog.NONE);
            if (Boolean.TRUE.equals(transaction.execute(status -> point(snapshot, version)))) {
                return new Adopted(catalog, snapshot, true);
            }
        }
        throw new IllegalStateException("the current catalog is being changed by others; are there two folders of it?");
    }

    private boolean point(CatalogSnapshot snapshot, long version) {
        snapshots.keep(snapshot);
        return snapshots.makeCurrent(snapshot.hash(), version);
    }
}
