package io.expunge.evidence;

import io.expunge.deletion.ControlDatabases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcEvidenceLedgerTest implements KeepingEvidence {

    private final GivenEvidence given = new GivenEvidence(ControlDatabases.h2());

    @Override
    public GivenEvidence given() {
        return given;
    }

    @AfterEach
    void close() {
        given.control().close();
    }
}
