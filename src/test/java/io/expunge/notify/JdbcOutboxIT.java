package io.expunge.notify;

import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.GivenJobs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcOutboxIT implements TellingOnce {

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
