package io.expunge.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Packs the parts of one wave and type into partitions of about the same size, small ones first. */
final class Packing {

    private Packing() {}

    /** A job's part of one wave and type. */
    record Part(RunPartition own, long size) {

        /** A job costs something even if nothing is left of it. */
        long weight() {
            return size + 1;
        }
    }

    /** @param parts the smallest first */
    static List<RunPartition> into(int partitions, List<Part> parts) {
        if (partitions >= parts.size()) {
            List<RunPartition> own = new ArrayList<>();
            parts.forEach(part -> own.add(part.own().named(part.own().name(), own.size())));
            return own;
        }
        int room = (parts.size() + partitions - 1) / partitions;
        List<Bucket> buckets = new ArrayList<>();
        for (int number = 0; number < partitions; number++) {
            buckets.add(new Bucket());
        }
        // Largest first, each to where there is least: within a third of the best there is, and far better than by
        // turns.
        for (int i = parts.size() - 1; i >= 0; i--) {
            buckets.stream()
                    .filter(bucket -> bucket.parts.size() < room)
                    .min(Comparator.comparingLong(bucket -> bucket.weight))
                    .orElseThrow()
                    .add(parts.get(i));
        }
        buckets.removeIf(bucket -> bucket.parts.isEmpty());
        buckets.sort(Comparator.comparingLong(bucket -> bucket.weight));
        List<RunPartition> shared = new ArrayList<>();
        for (int number = 0; number < buckets.size(); number++) {
            List<Part> largestFirst = buckets.get(number).parts;
            for (int i = largestFirst.size() - 1; i >= 0; i--) {
                RunPartition own = largestFirst.get(i).own();
                shared.add(own.named(
                        String.format(Locale.ROOT, "bucket-%04d:%s", number, own.resourceType()), shared.size()));
            }
        }
        return shared;
    }

    private static final class Bucket {

        private final List<Part> parts = new ArrayList<>();
        private long weight;

        void add(Part part) {
            parts.add(part);
            weight += part.weight();
        }
    }
}
