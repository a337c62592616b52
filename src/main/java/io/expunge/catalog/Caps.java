package io.expunge.catalog;

import java.util.Optional;

/**
 * How much may be erased of one tenant before a second person has to approve it. A resource has its cap in its
 * {@link Limits}.
 *
 * @param job most items over all tasks of a job; none means no cap
 * @param tolerancePercent by how much what is found may exceed what was approved, because tenants live until they are frozen
 */
public record Caps(Optional<Long> job, int tolerancePercent) {

    /** Of a catalog that says nothing of it. */
    public static final Caps NONE = new Caps(Optional.empty(), 10);

    public Caps {
        if (job.filter(items -> items < 1).isPresent()) {
            throw new IllegalArgumentException("a cap must be at least 1 item: " + job.get());
        }
        if (tolerancePercent < 0) {
            throw new IllegalArgumentException("a tolerance must not be negative: " + tolerancePercent);
        }
    }

    /** Whether so many items are still what was approved, by and large. */
    public boolean tolerates(long items, long approved) {
        long more = approved / 100 * tolerancePercent + approved % 100 * tolerancePercent / 100;
        return items - more <= approved;
    }
}
