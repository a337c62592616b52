package io.expunge.store;

/** A task of a deletion job as an eraser sees it: whose data, under which task id to answer. */
public record Target(String taskId, Subject subject) {}
