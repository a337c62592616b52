package io.expunge.health;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcStoreHealthTest implements SharingOutages {

    private final ControlDatabase control = ControlDatabases.h2();

    @Override
    public ControlDatabase control() {
        return control;
    }

    @AfterEach
    void close() {
        control.close();
    }
}
