package io.expunge.erasure;

import java.util.Locale;

/** The erasure job's names, as operators see them. */
public final class ErasureJob {

    public static final String NAME = "erasureJob";

    private ErasureJob() {}

    /** The manager of a wave, such as {@code erasePrimary}. */
    static String managerOf(String wave) {
        return "erase" + wave.charAt(0) + wave.substring(1).toLowerCase(Locale.ROOT);
    }

    /** The worker of a wave; a partition's step execution is called after it and after the partition. */
    static String workerOf(String wave) {
        return wave.toLowerCase(Locale.ROOT);
    }
}
