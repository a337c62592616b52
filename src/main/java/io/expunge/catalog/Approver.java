package io.expunge.catalog;

import java.util.Set;

/**
 * A person who may approve what another asked for.
 *
 * @param person one human being, whatever the logins
 * @param logins of the control database and of the application's, under which that person acts
 */
public record Approver(String person, Set<String> logins) {

    public Approver {
        logins = Set.copyOf(logins);
        if (logins.isEmpty()) {
            throw new IllegalArgumentException("an approver without a login approves nothing");
        }
    }
}
