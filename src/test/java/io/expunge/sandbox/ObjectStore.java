package io.expunge.sandbox;

import java.nio.file.Path;

/** Which object store the sandbox starts. */
public enum ObjectStore {
    /** From a Maven artifact; checks no signature and no policy. */
    LOCAL,
    /** The Ceph gateway, where Debian's packages are installed. */
    CEPH;

    S3Server start(Path directory) {
        return switch (this) {
            case LOCAL -> LocalS3Server.start();
            case CEPH -> CephServer.start(directory);
        };
    }
}
