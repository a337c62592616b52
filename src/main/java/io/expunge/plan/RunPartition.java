package io.expunge.plan;

import java.util.List;

/**
 * A deletion job's share of one partition of a run. Jobs that share a bucket have a row each under one name.
 *
 * @param name unique within run and wave; becomes part of a step's name, so it holds nothing of a tenant's
 * @param round the job's round when it was written; a job that has gone on to another round is not this run's any more
 * @param place in the order in which a wave's partitions begin, and jobs within one
 */
public record RunPartition(
        String batchJob,
        String runId,
        String wave,
        String name,
        String jobId,
        int round,
        String resourceType,
        List<String> taskIds,
        int place) {

    public RunPartition {
        taskIds = List.copyOf(taskIds);
    }

    /** The same share under another name, at that place. */
    RunPartition named(String newName, int newPlace) {
        return new RunPartition(batchJob, runId, wave, newName, jobId, round, resourceType, taskIds, newPlace);
    }
}
