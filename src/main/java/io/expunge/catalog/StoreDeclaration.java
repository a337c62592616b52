package io.expunge.catalog;

import java.util.Optional;

/**
 * A store as the catalog names it. Where it is and with which credentials comes from the environment.
 *
 * @param identity what the store must answer when asked who it is (system identifier, run id), where that is pinned
 */
public record StoreDeclaration(String name, ResourceType type, Optional<String> identity) {}
