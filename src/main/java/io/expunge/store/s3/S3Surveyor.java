package io.expunge.store.s3;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Scope;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts versions and markers and finds prefixes that the catalog doesn't name. The login needs what the probe's does. */
final class S3Surveyor implements Surveyor {

    private static final Duration QUESTION = Duration.ofSeconds(10);
    private static final Duration WALK = Duration.ofMinutes(10);

    private final StoreDeclaration store;
    private final BucketLink link;
    private final Clock clock;

    S3Surveyor(StoreDeclaration store, BucketLink link, Clock clock) {
        this.store = store;
        this.link = link;
        this.clock = clock;
    }

    @Override
    public String identity() {
        try {
            return BucketOwner.of(link.open(Deadline.in(QUESTION)));
        } catch (S3Fault fault) {
            throw fault.toException(store.name());
        }
    }

    /** Counts keys without a generation too: they are the target's, and no erasure by name will take them. */
    @Override
    public Map<String, Long> count(Scope scope, List<Target> targets) {
        try {
            ObjectLayout layout = ObjectLayout.of(scope.resource())
                    .orElseThrow(() -> new S3Fault(FaultKind.CONFIGURATION, "PATTERN"));
            VersionListing listing = new VersionListing(link.open(Deadline.in(WALK)));
            Map<String, Long> counts = new HashMap<>();
            for (Target target : targets) {
                counts.put(target.taskId(), count(listing, layout, target));
            }
            return counts;
        } catch (S3Fault fault) {
            throw fault.toException(store.name());
        }
    }

    private static long count(VersionListing listing, ObjectLayout layout, Target target) {
        String prefix = layout.tenantPrefix(target.subject().storedId())
                .orElseThrow(() -> new S3Fault(FaultKind.CONFIGURATION, "DELIMITER"));
        long count = 0;
        Optional<ListingPoint> from = Optional.of(ListingPoint.BEGINNING);
        while (from.isPresent()) {
            VersionPage page = listing.page(prefix, from.get(), VersionListing.PAGE);
            count += page.versions().stream()
                    .filter(version -> isOf(layout.read(prefix, version.key()), target))
                    .count();
            from = page.next();
        }
        return count;
    }

    private static boolean isOf(ObjectReading reading, Target target) {
        return reading instanceof ObjectReading.OfGeneration generation
                ? generation.generation() <= target.subject().generation()
                : reading instanceof ObjectReading.WithoutGeneration;
    }

    @Override
    public List<Uncatalogued> drift(Catalog catalog) {
        try {
            KnownPrefixes known = new KnownPrefixes(catalog, store.name(), LocalDate.now(clock));
            return new Inventory(link.open(Deadline.in(WALK)), known).uncatalogued();
        } catch (S3Fault fault) {
            throw fault.toException(store.name());
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
