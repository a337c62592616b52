package io.expunge.store.redis;

import java.util.HashSet;
import java.util.Set;

/**
 * Lets each key count once, although SCAN may give one twice. Remembers 64 bits of each of the first hundred thousand keys;
 * beyond them a repeated key counts again. Either way a count of zero is exact, and any other at most a hair off.
 */
final class DistinctKeys {

    static final int REMEMBERED = 100_000;

    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private final Set<Long> seen = new HashSet<>();

    /** Whether this key of this database is met for the first time, as far as can be told. */
    boolean isNew(int database, byte[] key) {
        // FNV-1a; two keys that share 64 bits make a count too low by one, never zero.
        long hash = (OFFSET ^ database) * PRIME;
        for (byte each : key) {
            hash = (hash ^ (each & 0xff)) * PRIME;
        }
        return seen.size() < REMEMBERED ? seen.add(hash) : !seen.contains(hash);
    }
}
