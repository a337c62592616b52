package io.expunge.faults.spine;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabases;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

/** With the database's own gate before VERIFIED, which is asked in each state whether it would let that pass. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpineExplorerIT implements ExploringTheSpine {

    @Override
    public ControlDatabase database() {
        return ControlDatabases.postgres();
    }

    @Override
    public int depth() {
        return Integer.getInteger("spine.depth", 3);
    }

    @Override
    public int depthBehindErasure() {
        return Integer.getInteger("spine.depth.behind", 4);
    }

    @Override
    public int deeper() {
        return Integer.getInteger("spine.deeper", 7);
    }
}
