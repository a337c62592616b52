package io.expunge.deletion;

import java.util.Optional;

/**
 * How many runs in a row may leave a task waiting before a person has to look at it. What is no fault of the task's never
 * counts: a store that is out, a pause, another task that comes first.
 *
 * <p>A task that erased something since it was parked last is not stuck and starts anew; but not one that was only disturbed,
 * because whoever writes into a closed tenant would else keep it going for ever.
 *
 * @param retries runs that met contention, a lost answer, a disturbance or a fault of ours
 * @param throttles runs in which the store asked for less
 */
public record RetryBudget(int retries, int throttles) {

    public RetryBudget {
        if (retries < 1 || throttles < 1) {
            throw new IllegalArgumentException("a task needs a budget of at least one try");
        }
    }

    /** What of it a task has spent. */
    record Spent(int retries, int throttles) {

        static final Spent NOTHING = new Spent(0, 0);

        Spent with(String errorClass, boolean gotFurther) {
            Spent before = gotFurther && !errorClass.equals("DISTURBED") ? NOTHING : this;
            return switch (errorClass) {
                case "UNAVAILABLE", "PAUSED", "DEPENDS" -> before;
                case "THROTTLED" -> new Spent(before.retries, before.throttles + 1);
                default -> new Spent(before.retries + 1, before.throttles);
            };
        }
    }

    /** Why only a person can help, if that much is spent. */
    Optional<BlockReason> exhaustedBy(Spent spent, String errorClass) {
        if (spent.retries() < retries && spent.throttles() < throttles) {
            return Optional.empty();
        }
        return Optional.of(errorClass.equals("FAULT") ? BlockReason.FAULT : BlockReason.RETRIES);
    }
}
