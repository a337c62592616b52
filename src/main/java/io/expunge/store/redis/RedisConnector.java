package io.expunge.store.redis;

import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.Surveyor;
import java.time.Clock;

/**
 * Opens Redis stores at {@code redis://host:port/database} or, with TLS, {@code rediss://…}. An empty user and password
 * mean a server that asks for none; an empty user with a password, the default user's.
 */
public final class RedisConnector implements StoreConnector {

    private final Clock clock;

    /** @param clock says on which day it is asked whether a declaration has expired */
    public RedisConnector(Clock clock) {
        this.clock = clock;
    }

    @Override
    public ResourceType type() {
        return ResourceType.REDIS;
    }

    @Override
    public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
        return new RedisSurveyor(store, new RedisLink(store.name(), access, "expunge-surveyor"), clock);
    }

    @Override
    public Eraser eraser(StoreDeclaration store, StoreAccess access) {
        return new RedisEraser(store, new RedisLink(store.name(), access, "expunge-eraser"));
    }

    @Override
    public Probe probe(StoreDeclaration store, StoreAccess access) {
        return new RedisProbe(store, new RedisLink(store.name(), access, "expunge-probe"));
    }
}
