package io.expunge.store.s3;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses from a page what may be deleted so that at no moment an older version is current again: of each key all but what
 * is current; what is current only when it stands alone, in a listing that shows nothing of the key beside it. Whatever
 * fails or dies in between, what readers got before, version or marker, is what they get until the key is gone.
 */
final class PagePlan {

    private final Map<String, List<StoredVersion>> byKey = new LinkedHashMap<>();
    private final Set<String> incomplete = new HashSet<>();
    private final Set<StoredVersion> keep = new HashSet<>();
    private final List<StoredVersion> doomed = new ArrayList<>();
    private final Optional<String> open;

    /**
     * @param begun the key of which the page before showed what is current, if this page goes on with it
     * @param skipped the key behind which the listing begins; some servers give it again
     */
    PagePlan(VersionPage page, Optional<String> begun, Optional<String> skipped) {
        page.versions().stream()
                .filter(version -> !skipped.equals(Optional.of(version.key())))
                .forEach(version -> byKey.computeIfAbsent(version.key(), key -> new ArrayList<>())
                        .add(version));
        // The last key goes on behind the page; by whose order it is the last, the server's or ours, is all the same.
        String last = "";
        if (page.next().isPresent()) {
            for (String key : byKey.keySet()) {
                last = key;
            }
            incomplete.add(last);
            page.next().get().key().ifPresent(incomplete::add);
        }
        byKey.forEach((key, versions) -> choose(key, versions, begun.equals(Optional.of(key))));
        this.open = page.next()
                .flatMap(ListingPoint::key)
                .filter(key -> byKey.containsKey(key) || begun.equals(Optional.of(key)));
    }

    private void choose(String key, List<StoredVersion> versions, boolean begun) {
        Optional<StoredVersion> current = newest(versions, StoredVersion::latest)
                .or(() -> begun ? Optional.empty() : newest(versions, any -> true));
        current.ifPresent(keep::add);
        boolean alone = versions.size() == 1 && !begun && !incomplete.contains(key);
        versions.stream()
                .filter(version -> alone || !current.equals(Optional.of(version)))
                .forEach(doomed::add);
    }

    private static Optional<StoredVersion> newest(List<StoredVersion> versions, Predicate<StoredVersion> which) {
        return versions.stream().filter(which).max(Comparator.comparing(StoredVersion::lastModified));
    }

    /** What may be deleted now, in the order of keys. */
    List<StoredVersion> doomed() {
        return List.copyOf(doomed);
    }

    /** The key that the next page goes on with, of which this page or one before it showed what is current. */
    Optional<String> open() {
        return open;
    }

    /**
     * The last key of the page before which nothing is left to do, if there is any left to stay.
     *
     * @param refused what the store wouldn't delete
     * @param gone what it deleted from this page
     */
    Optional<String> settled(Set<StoredVersion> refused, Set<StoredVersion> gone) {
        Optional<String> settled = Optional.empty();
        for (Map.Entry<String, List<StoredVersion>> each : byKey.entrySet()) {
            List<StoredVersion> versions = each.getValue();
            boolean stays = versions.stream().anyMatch(refused::contains);
            boolean done = !incomplete.contains(each.getKey())
                    && versions.stream()
                            .allMatch(version -> refused.contains(version)
                                    || gone.contains(version)
                                    || (stays && keep.contains(version)));
            if (!done) {
                return settled;
            }
            if (stays) {
                settled = Optional.of(each.getKey());
            }
        }
        return settled;
    }
}
