package io.expunge.plan;

import java.util.List;

/** What each run is to do. */
public interface RunPartitions {

    /** Writes a run's partitions. Assumes a transaction of the caller's, in which it also looked that there were none. */
    void write(List<RunPartition> partitions);

    /** A run's partitions in the order of their waves and places. */
    List<RunPartition> ofRun(String batchJob, String runId);

    /** The shares of one partition, in their order. */
    List<RunPartition> named(String batchJob, String runId, String wave, String name);
}
