package io.expunge.store.s3;

import io.expunge.sandbox.NeedsCeph;
import io.expunge.sandbox.SharedS3Servers;
import io.expunge.store.EraserContract;
import io.expunge.store.ProbeContract;
import io.expunge.store.StoreUnderTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;

@Tag("soak")
@NeedsCeph
@DisplayNameGeneration(ReplaceUnderscores.class)
class CephContractIT implements EraserContract, ProbeContract {

    private final S3UnderTest store = new S3UnderTest(SharedS3Servers.ceph(), Objects.AT_HOME);

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    public StoreUnderTest store() {
        return store;
    }
}
