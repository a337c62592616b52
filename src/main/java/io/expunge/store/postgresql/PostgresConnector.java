package io.expunge.store.postgresql;

import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.Surveyor;
import io.expunge.store.TenantRegistry;
import io.expunge.tenant.RegistryTable;
import java.time.Clock;
import java.time.Duration;

/**
 * PostgreSQL 13 and later. Each port has a small pool of connections of its own, told apart by application name in the
 * server's activity view.
 */
public final class PostgresConnector implements StoreConnector {

    private final Clock clock;
    private final Duration longestConnecting;

    /** @param clock says whether a declaration of what isn't tenant data still counts */
    public PostgresConnector(Clock clock) {
        this(clock, Database.LONGEST_CONNECTING);
    }

    PostgresConnector(Clock clock, Duration longestConnecting) {
        this.clock = clock;
        this.longestConnecting = longestConnecting;
    }

    @Override
    public ResourceType type() {
        return ResourceType.POSTGRESQL;
    }

    @Override
    public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
        return new PostgresSurveyor(
                store.name(), Database.forReading(access, "expunge-surveyor", longestConnecting), clock);
    }

    @Override
    public Eraser eraser(StoreDeclaration store, StoreAccess access) {
        return new PostgresEraser(
                store.name(),
                new PinnedIdentity(store.identity()),
                Database.forWriting(access, "expunge-eraser", longestConnecting));
    }

    @Override
    public Probe probe(StoreDeclaration store, StoreAccess access) {
        return new PostgresProbe(
                store.name(),
                new PinnedIdentity(store.identity()),
                Database.forReading(access, "expunge-verifier", longestConnecting),
                PostgresProbe.LONGEST_LOOK);
    }

    @Override
    public TenantRegistry registry(StoreDeclaration store, StoreAccess access, RegistryTable table) {
        return new PostgresRegistry(
                store.name(),
                new PinnedIdentity(store.identity()),
                Database.forWriting(access, "expunge-registry", longestConnecting),
                table);
    }
}
