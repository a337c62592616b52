package io.expunge.plan;

import java.util.Optional;

/**
 * How much there is of a task.
 *
 * @param items none if the store did not answer: unknown is not nothing (I4)
 */
public record TaskCount(String resourceId, String location, Optional<Long> items) {

    /** As people write it: {@code main.users@primary}. */
    public String name() {
        return resourceId + "@" + location;
    }
}
