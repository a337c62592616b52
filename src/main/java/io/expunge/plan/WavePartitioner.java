package io.expunge.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Offers the partitions that were written when the plans were sealed, and only those: at a restart the framework forgets a
 * name that isn't offered again. Not a {@code PartitionNameProvider}: with one, a crash during the split loses partitions
 * (measured).
 */
public class WavePartitioner implements Partitioner {

    public static final String WAVE = "wave";
    public static final String PARTITION = "partition";

    private final RunPartitions partitions;
    private final String batchJob;
    private final String runId;
    private final String wave;

    public WavePartitioner(RunPartitions partitions, String batchJob, String runId, String wave) {
        this.partitions = partitions;
        this.batchJob = batchJob;
        this.runId = runId;
        this.wave = wave;
    }

    @Override
    public Map<String, ExecutionContext> partition(int gridSize) {
        Map<String, ExecutionContext> contexts = new LinkedHashMap<>();
        for (String name : names()) {
            ExecutionContext context = new ExecutionContext();
            context.putString(WAVE, wave);
            context.putString(PARTITION, name);
            contexts.put(name, context);
        }
        return contexts;
    }

    /** The partitions' names in the order in which they begin. */
    public List<String> names() {
        return partitions.ofRun(batchJob, runId).stream()
                .filter(partition -> partition.wave().equals(wave))
                .map(RunPartition::name)
                .distinct()
                .toList();
    }
}
