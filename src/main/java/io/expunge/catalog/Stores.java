package io.expunge.catalog;

import java.util.Map;

/** Says which stores there are. */
final class Stores {

    private Stores() {}

    static String oneOf(Map<String, StoreDeclaration> stores) {
        return stores.isEmpty()
                ? "a store that is declared under stores"
                : "one of "
                        + String.join(", ", stores.keySet().stream().sorted().toList());
    }
}
