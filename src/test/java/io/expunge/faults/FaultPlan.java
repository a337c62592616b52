package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The faults of some deletion jobs' lives, one each. Thread-safe. */
public final class FaultPlan {

    private final List<Fault> faults;
    private final Map<String, String> jobOfTenant = new ConcurrentHashMap<>();

    public FaultPlan(List<Fault> faults) {
        this.faults = List.copyOf(faults);
    }

    public List<Fault> faults() {
        return faults;
    }

    /** Says which deletion job a fault's tenant has become. */
    public void submitted(Fault fault, String job) {
        jobOfTenant.put(fault.tenant(), job);
    }

    /** The deletion job that meets it. */
    public String jobOf(Fault fault) {
        return jobOfTenant.getOrDefault(fault.tenant(), "not submitted");
    }

    /** A fault that waits there for one of these tenants. */
    Optional<Fault> armed(FaultPoint point, ResourceType type, Collection<String> tenants) {
        return faults.stream()
                .filter(fault -> fault.point() == point && fault.type() == type && fault.isArmed())
                .filter(fault -> tenants.contains(fault.tenant()))
                .findFirst();
    }

    /** A fault of a connection that waits for one of these tenants. */
    Optional<Fault> armedOnTheWire(ResourceType type, Collection<String> tenants) {
        return faults.stream()
                .filter(fault -> fault.ruin() == Ruin.ON_THE_WIRE && fault.type() == type && fault.isArmed())
                .filter(fault -> tenants.contains(fault.tenant()))
                .findFirst();
    }
}
