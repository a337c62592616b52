package io.expunge.deletion;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

/** With the triggers that hold what was planned. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PlanningAnewIT implements PlanningAnew {

    private final GivenJobs given = new GivenJobs(ControlDatabases.postgres());

    @Override
    public GivenJobs given() {
        return given;
    }

    @AfterEach
    void close() {
        given.control().close();
    }
}
