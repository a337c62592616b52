package io.expunge.store.opensearch;

import io.expunge.store.EraserContract;
import io.expunge.store.ProbeContract;
import io.expunge.store.StoreUnderTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchContractIT implements EraserContract, ProbeContract {

    private final OpenSearchUnderTest store = new OpenSearchUnderTest(SharedSearch.server());

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public StoreUnderTest store() {
        return store;
    }
}
