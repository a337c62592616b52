package io.expunge.store.postgresql;

import io.expunge.store.EraserContract;
import io.expunge.store.ProbeContract;
import io.expunge.store.StoreUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Each way of keeping tenants' rows keeps all of the ports' promises. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresContractIT {

    @Nested
    class A_shared_table extends Contract {
        A_shared_table() {
            super(new SharedTable());
        }
    }

    @Nested
    class A_table_without_generation extends Contract {
        A_table_without_generation() {
            super(new TableWithoutGeneration());
        }
    }

    @Nested
    class A_table_two_foreign_keys_away_from_its_owner extends Contract {
        A_table_two_foreign_keys_away_from_its_owner() {
            super(new GrandchildTable());
        }
    }

    @TestInstance(Lifecycle.PER_CLASS)
    abstract static class Contract implements EraserContract, ProbeContract {

        private final Layout layout;
        private PostgresUnderTest store;

        Contract(Layout layout) {
            this.layout = layout;
        }

        @BeforeAll
        void create() {
            store = new PostgresUnderTest(layout);
        }

        @BeforeEach
        void empty() {
            store.empty();
        }

        @AfterAll
        void close() {
            store.close();
        }

        @Override
        public StoreUnderTest store() {
            return store;
        }
    }
}
