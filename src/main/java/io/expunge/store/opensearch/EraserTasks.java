package io.expunge.store.opensearch;

/** How the eraser's tasks are told from everybody else's in the cluster's list. */
final class EraserTasks {

    static final String PREFIX = "expunge-eraser-";

    private EraserTasks() {}
}
