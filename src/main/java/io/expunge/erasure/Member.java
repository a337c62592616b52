package io.expunge.erasure;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.Lease;
import io.expunge.store.Subject;
import io.expunge.store.Target;

/** A task that this partition works on, with the lease under which it may. */
record Member(DeletionTask task, DeletionJob job, Lease lease, Subject subject) {

    String taskId() {
        return task.id();
    }

    Target target() {
        return new Target(task.id(), subject);
    }
}
