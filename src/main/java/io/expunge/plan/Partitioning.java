package io.expunge.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Cuts the tasks of a run into partitions of deletion job × resource type. Where one pass can serve many tenants, or where
 * there are more jobs than partitions are worth (a partition costs nine transactions before it does anything), jobs share a
 * bucket. Small ones come first, and buckets are about as large as each other, so that no tenant waits behind a giant (I9).
 *
 * @param ownPartitionUpTo most jobs in a run that each get a partition of their own per type
 * @param bucketSize most jobs that share one, unless there would be more partitions than that
 * @param mostPartitions about so many partitions has a run at most; with more, jobs share larger buckets
 */
public record Partitioning(int ownPartitionUpTo, int bucketSize, int mostPartitions) {

    /** With as many partitions as it takes. */
    public Partitioning(int ownPartitionUpTo, int bucketSize) {
        this(ownPartitionUpTo, bucketSize, Integer.MAX_VALUE);
    }

    /** A job's unfinished tasks. */
    public record Share(String jobId, int round, List<PlannedTask> tasks) {
        public Share {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * What partitioning has to know of a task.
     *
     * @param size items that are left of it, as far as they were counted; zero where nothing was
     */
    public record PlannedTask(String id, String wave, String resourceType, long size) {

        /** Nobody has counted it. */
        public PlannedTask(String id, String wave, String resourceType) {
            this(id, wave, resourceType, 0);
        }
    }

    /**
     * The partitions of a run. The same shares give the same partitions.
     *
     * @param grouped the resource types of which one pass serves many tenants
     */
    public List<RunPartition> cut(String batchJob, String runId, List<Share> shares, Predicate<String> grouped) {
        Collection<List<Packing.Part>> types = partsByWaveAndType(batchJob, runId, shares);
        int planned = types.stream().mapToInt(parts -> buckets(parts, grouped)).sum();
        int mostOfAType = planned > mostPartitions ? Math.max(1, mostPartitions / types.size()) : Integer.MAX_VALUE;
        List<RunPartition> partitions = new ArrayList<>();
        for (List<Packing.Part> parts : types) {
            parts.sort(Comparator.comparingLong(Packing.Part::size));
            partitions.addAll(Packing.into(Math.min(buckets(parts, grouped), mostOfAType), parts));
        }
        return partitions;
    }

    /** How many partitions these jobs have of one type. */
    private int buckets(List<Packing.Part> ofOneType, Predicate<String> grouped) {
        boolean onePassForMany = grouped.test(ofOneType.get(0).own().resourceType());
        int jobs = ofOneType.size();
        int most = onePassForMany ? ownPartitionUpTo : ownPartitionUpTo * bucketSize;
        return jobs <= most ? jobs : (jobs + bucketSize - 1) / bucketSize;
    }

    private static Collection<List<Packing.Part>> partsByWaveAndType(
            String batchJob, String runId, List<Share> shares) {
        Map<String, List<Packing.Part>> byWaveAndType = new LinkedHashMap<>();
        for (Share share : shares) {
            Map<String, List<PlannedTask>> tasks = new LinkedHashMap<>();
            share.tasks()
                    .forEach(task -> tasks.computeIfAbsent(
                                    task.wave() + " " + task.resourceType(), key -> new ArrayList<>())
                            .add(task));
            tasks.forEach((key, list) -> byWaveAndType
                    .computeIfAbsent(key, unused -> new ArrayList<>())
                    .add(part(batchJob, runId, share, list)));
        }
        return byWaveAndType.values();
    }

    private static Packing.Part part(String batchJob, String runId, Share share, List<PlannedTask> tasks) {
        PlannedTask first = tasks.get(0);
        return new Packing.Part(
                new RunPartition(
                        batchJob,
                        runId,
                        first.wave(),
                        share.jobId() + ":" + first.resourceType(),
                        share.jobId(),
                        share.round(),
                        first.resourceType(),
                        tasks.stream().map(PlannedTask::id).toList(),
                        0),
                tasks.stream().mapToLong(PlannedTask::size).sum());
    }
}
