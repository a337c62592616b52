package io.expunge.erasure;

import io.expunge.catalog.Wave;
import java.util.Locale;

/** The erasure job's names, as operators see them. */
public final class ErasureJob {

    public static final String NAME = "erasureJob";

    private ErasureJob() {}

    /** The step that cuts a wave into partitions and waits for them. */
    static String managerOf(Wave wave) {
        return switch (wave) {
            case PRIMARY -> "erasePrimary";
            case DERIVED -> "eraseDerived";
            case BACKUP -> "eraseBackups";
        };
    }

    /** The worker of a wave; a partition's step execution is called after it and after the partition. */
    static String workerOf(Wave wave) {
        return wave.name().toLowerCase(Locale.ROOT);
    }
}
