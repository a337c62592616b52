package io.expunge.execution;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InProcessInstanceLockTest implements LockingAnInstance {

    private final InstanceLock lock = new InProcessInstanceLock();

    @Override
    public InstanceLock lock() {
        return lock;
    }
}
