package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import io.expunge.cli.DatabaseLogin;
import io.expunge.cli.Wiring;
import io.expunge.store.StoreConnector;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The shipped adapters and the real control database, with the faults of a plan in between. */
public final class FaultyWiring implements Wiring {

    private final FaultPlan plan;
    private final Map<ResourceType, FaultProxy> wires;

    /** @param wires the proxies through which the stores are reached */
    public FaultyWiring(FaultPlan plan, Map<ResourceType, FaultProxy> wires) {
        this.plan = plan;
        this.wires = Map.copyOf(wires);
    }

    @Override
    public List<StoreConnector> connectors(Clock clock) {
        return Wiring.super.connectors(clock).stream()
                .<StoreConnector>map(real -> new FaultyStores(real, plan, wires))
                .toList();
    }

    @Override
    public DataSource control(DatabaseLogin login) {
        return new FaultyDataSource(Wiring.super.control(login), new ControlPoints(plan));
    }
}
