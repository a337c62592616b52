package io.expunge.store.redis;

import io.expunge.sandbox.SharedServers;
import io.expunge.store.EraserContract;
import io.expunge.store.ProbeContract;
import io.expunge.store.StoreUnderTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisContractIT implements EraserContract, ProbeContract {

    private final RedisUnderTest store = new RedisUnderTest(SharedServers.redis());

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public StoreUnderTest store() {
        return store;
    }
}
