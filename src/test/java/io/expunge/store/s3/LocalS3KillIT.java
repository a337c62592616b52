package io.expunge.store.s3;

import io.expunge.sandbox.S3Server;
import io.expunge.sandbox.SharedS3Servers;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;

@Tag("soak")
@DisplayNameGeneration(ReplaceUnderscores.class)
class LocalS3KillIT implements KilledWhileErasing {

    @Override
    public S3Server server() {
        return SharedS3Servers.local();
    }
}
