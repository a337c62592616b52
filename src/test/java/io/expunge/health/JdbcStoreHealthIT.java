package io.expunge.health;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcStoreHealthIT implements SharingOutages {

    private final ControlDatabase control = ControlDatabases.postgres();

    @Override
    public ControlDatabase control() {
        return control;
    }

    @AfterEach
    void close() {
        control.close();
    }
}
