package io.expunge.deletion;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcDeletionJobsTest implements ReceivingRequests, ClaimingJobs, TakingJobsBack, MovingJobs, ActingOnJobs {

    private final GivenJobs given = new GivenJobs(ControlDatabases.h2());

    @Override
    public GivenJobs given() {
        return given;
    }

    @AfterEach
    void close() {
        given.control().close();
    }
}
