package io.expunge.store.postgresql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many rows at a time each table bears just now: halved when a window ran into a timeout or holds a row that fails,
 * grown again by half with each one that passed. Thread-safe.
 */
final class WindowSizes {

    private final Map<TableName, Integer> limits = new ConcurrentHashMap<>();

    /** At most what the slice has room for, at least one. */
    int of(TableName table, int most) {
        return Math.max(1, Math.min(most, limits.getOrDefault(table, most)));
    }

    void failed(TableName table, int rows) {
        limits.put(table, Math.max(1, rows / 2));
    }

    void passed(TableName table, int most) {
        limits.computeIfPresent(table, (same, limit) -> {
            int grown = limit + Math.max(1, limit / 2);
            return grown >= most ? null : grown;
        });
    }
}
