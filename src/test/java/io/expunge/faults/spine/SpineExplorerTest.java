package io.expunge.faults.spine;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabases;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

/** Deep, in memory; without the gate, which only PostgreSQL has. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpineExplorerTest implements ExploringTheSpine {

    @Override
    public ControlDatabase database() {
        return ControlDatabases.h2();
    }

    @Override
    public int depth() {
        return Integer.getInteger("spine.depth", 9);
    }

    @Override
    public int depthBehindErasure() {
        return Integer.getInteger("spine.depth.behind", 7);
    }

    @Override
    public int deeper() {
        return Integer.getInteger("spine.deeper", 12);
    }
}
