package io.expunge.store.opensearch;

import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.Surveyor;
import java.time.Clock;

/**
 * Opens OpenSearch stores at {@code http://host:port} or, with TLS, {@code https://…}; a path behind the port is kept. User
 * and password are sent as basic authentication; both empty mean a cluster that asks for none.
 */
public final class OpenSearchConnector implements StoreConnector {

    private final Clock clock;

    /** @param clock says on which day it is asked whether a declaration has expired */
    public OpenSearchConnector(Clock clock) {
        this.clock = clock;
    }

    @Override
    public ResourceType type() {
        return ResourceType.OPENSEARCH;
    }

    @Override
    public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
        return new OpenSearchSurveyor(store, new SearchLink(store.name(), access), clock);
    }

    @Override
    public Eraser eraser(StoreDeclaration store, StoreAccess access) {
        return new OpenSearchEraser(store, new SearchLink(store.name(), access));
    }

    @Override
    public Probe probe(StoreDeclaration store, StoreAccess access) {
        return new OpenSearchProbe(store, new SearchLink(store.name(), access));
    }
}
