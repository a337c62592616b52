package io.expunge.erasure;

import io.expunge.plan.RunPartition;
import io.expunge.plan.RunPartitions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Offers the partitions that were written when the plans were sealed, and only those: at a restart the framework forgets a
 * name that isn't offered again. Not a {@code PartitionNameProvider}: with one, a crash during the split loses partitions
 * (measured).
 */
class WavePartitioner implements Partitioner {

    static final String WAVE = "wave";
    static final String PARTITION = "partition";

    private final RunPartitions partitions;
    private final String runId;
    private final String wave;

    WavePartitioner(RunPartitions partitions, String runId, String wave) {
        this.partitions = partitions;
        this.runId = runId;
        this.wave = wave;
    }

    @Override
    public Map<String, ExecutionContext> partition(int gridSize) {
        Map<String, ExecutionContext> contexts = new LinkedHashMap<>();
        for (RunPartition partition : partitions.ofRun(ErasureJob.NAME, runId)) {
            if (partition.wave().equals(wave)) {
                ExecutionContext context = new ExecutionContext();
                context.putString(WAVE, wave);
                context.putString(PARTITION, partition.name());
                contexts.put(partition.name(), context);
            }
        }
        return contexts;
    }
}
