package io.expunge.report;

import java.util.List;

/** Batch job instances and how their last executions went, for reading. */
public interface ExecutionReports {

    /** At most so many, the newest first. */
    List<ExecutionOverview> instances(int limit);
}
