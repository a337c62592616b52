package io.expunge.sandbox;

import java.util.HashMap;
import java.util.Map;

/** A running tally per tenant. */
final class Tallies {
    private final Map<String, Tally> byTenant = new HashMap<>();

    Tally of(String tenant) {
        return byTenant.computeIfAbsent(tenant, first -> new Tally());
    }

    Map<String, Tally> byTenant() {
        return byTenant;
    }
}
