package io.expunge.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Cuts the tasks of a run into partitions of deletion job × resource type. Where one pass can serve many tenants, or where
 * there are more jobs than partitions are worth (a partition costs nine transactions before it does anything), jobs share a
 * bucket.
 *
 * @param ownPartitionUpTo most jobs in a run that each get a partition of their own per type
 * @param bucketSize most jobs that share one
 */
public record Partitioning(int ownPartitionUpTo, int bucketSize) {

    /** A job's unfinished tasks. */
    public record Share(String jobId, int round, List<PlannedTask> tasks) {
        public Share {
            tasks = List.copyOf(tasks);
        }
    }

    /** What partitioning has to know of a task. */
    public record PlannedTask(String id, String wave, String resourceType) {}

    /**
     * The partitions of a run. The same shares give the same partitions.
     *
     * @param grouped the resource types of which one pass serves many tenants
     */
    public List<RunPartition> cut(String batchJob, String runId, List<Share> shares, Predicate<String> grouped) {
        Map<String, List<RunPartition>> byWaveAndType = new LinkedHashMap<>();
        for (Share share : shares) {
            Map<String, List<PlannedTask>> tasks = new LinkedHashMap<>();
            share.tasks()
                    .forEach(task -> tasks.computeIfAbsent(
                                    task.wave() + " " + task.resourceType(), key -> new ArrayList<>())
                            .add(task));
            tasks.forEach((key, list) -> byWaveAndType
                    .computeIfAbsent(key, unused -> new ArrayList<>())
                    .add(new RunPartition(
                            batchJob,
                            runId,
                            list.get(0).wave(),
                            share.jobId() + ":" + list.get(0).resourceType(),
                            share.jobId(),
                            share.round(),
                            list.get(0).resourceType(),
                            list.stream().map(PlannedTask::id).toList())));
        }
        List<RunPartition> partitions = new ArrayList<>();
        byWaveAndType
                .values()
                .forEach(ofOneType -> partitions.addAll(
                        shared(ofOneType, grouped.test(ofOneType.get(0).resourceType()))));
        return partitions;
    }

    private List<RunPartition> shared(List<RunPartition> ofOneType, boolean grouped) {
        int most = grouped ? ownPartitionUpTo : ownPartitionUpTo * bucketSize;
        if (ofOneType.size() <= most) {
            return ofOneType;
        }
        List<RunPartition> shared = new ArrayList<>();
        for (int i = 0; i < ofOneType.size(); i++) {
            RunPartition own = ofOneType.get(i);
            shared.add(new RunPartition(
                    own.batchJob(),
                    own.runId(),
                    own.wave(),
                    String.format(Locale.ROOT, "bucket-%04d:%s", i / bucketSize, own.resourceType()),
                    own.jobId(),
                    own.round(),
                    own.resourceType(),
                    own.taskIds()));
        }
        return shared;
    }
}
