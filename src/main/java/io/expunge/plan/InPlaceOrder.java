package io.expunge.plan;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.step.StepExecution;

/**
 * Lets partitions begin in the order in which they were planned. The framework's own splitter answers a hash set, and what is
 * handed to the workers follows that (read in Spring Batch 6.0.6).
 */
public final class InPlaceOrder implements StepExecutionSplitter {

    private final StepExecutionSplitter splitter;
    private final WavePartitioner partitions;

    public InPlaceOrder(StepExecutionSplitter splitter, WavePartitioner partitions) {
        this.splitter = splitter;
        this.partitions = partitions;
    }

    @Override
    public String getStepName() {
        return splitter.getStepName();
    }

    @Override
    public Set<StepExecution> split(StepExecution manager, int gridSize) throws JobExecutionException {
        Map<String, Integer> places = new HashMap<>();
        List<String> names = partitions.names();
        names.forEach(name -> places.put(getStepName() + ":" + name, places.size()));
        return splitter.split(manager, gridSize).stream()
                .sorted(Comparator.comparing(step -> places.getOrDefault(step.getStepName(), names.size())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
