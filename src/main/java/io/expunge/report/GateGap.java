package io.expunge.report;

import java.util.Optional;

/**
 * One thing that the database's gate refuses {@code VERIFIED} for, as it stands now.
 *
 * @param store empty where the plan itself is missing
 * @param resource empty where the store as a whole is meant
 * @param missing in the gate's words
 */
public record GateGap(Optional<String> store, Optional<String> resource, Optional<String> location, String missing) {

    /** For people: {@code main.tickets@primary is not erased}. */
    public String text() {
        return resource.map(name -> name + "@" + location.orElse("primary"))
                .or(() -> store.map(name -> "store " + name))
                .map(subject -> subject + " " + missing)
                .orElse(missing);
    }
}
