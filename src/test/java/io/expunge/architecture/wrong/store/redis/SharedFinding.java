package io.expunge.architecture.wrong.store.redis;

/** What blinds a probe. */
final class SharedFinding {
    private SharedFinding() {}

    static boolean finds(String key) {
        return key.isEmpty();
    }

    /** Reached through a class within a class. */
    record Deeper() {
        boolean finds(String key) {
            return key.isBlank();
        }
    }
}
