package io.expunge.plan;

import java.util.Optional;

/**
 * More than may be erased of one tenant as things stand.
 *
 * @param what {@code main.users@primary}, or {@code job} for the sum
 * @param items what was found
 * @param cap what the catalog allows without an approval
 * @param approved what was approved, if anything was
 */
public record Excess(String what, long items, long cap, Optional<Long> approved) {

    /** For a task's or job's last error. */
    public String code() {
        return what + " " + items + ", cap " + cap
                + approved.map(most -> ", approved " + most).orElse("");
    }
}
