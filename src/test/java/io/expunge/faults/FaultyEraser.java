package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** An eraser that fails before its effect, behind half of it, or behind all of it, or whose connection does. */
final class FaultyEraser implements Eraser {

    private final Eraser real;
    private final ResourceType type;
    private final String store;
    private final FaultPlan plan;
    private final Map<ResourceType, FaultProxy> wires;

    FaultyEraser(Eraser real, ResourceType type, String store, FaultPlan plan, Map<ResourceType, FaultProxy> wires) {
        this.real = real;
        this.type = type;
        this.store = store;
        this.plan = plan;
        this.wires = wires;
    }

    @Override
    public boolean isPinnedStore() {
        return real.isPinnedStore();
    }

    @Override
    public SliceResult erase(Slice slice) {
        Set<String> tenants = slice.targets().stream()
                .map(target -> target.subject().tenant().value())
                .collect(Collectors.toSet());
        SliceUnderWay.begin(type, tenants);
        plan.armed(FaultPoint.BEFORE_EFFECT, type, tenants).filter(Fault::fire).ifPresent(this::fail);
        Optional<Fault> half = plan.armed(FaultPoint.HALF_A_SLICE, type, tenants);
        if (half.isPresent()
                && deletes(real.erase(halfOf(slice, half.get())))
                && half.get().fire()) {
            fail(half.get());
        }
        SliceResult result = onTheWire(slice, tenants);
        if (deletes(result)) {
            plan.armed(FaultPoint.BEFORE_RECORD, type, tenants)
                    .filter(Fault::fire)
                    .ifPresent(this::fail);
        }
        return result;
    }

    private SliceResult onTheWire(Slice slice, Set<String> tenants) {
        Optional<Fault> fault = plan.armedOnTheWire(type, tenants);
        FaultProxy wire = wires.get(type);
        if (fault.isEmpty() || wire == null) {
            return real.erase(slice);
        }
        wire.arm(fault.get());
        try {
            return real.erase(slice);
        } finally {
            wire.disarm(fault.get());
        }
    }

    private static boolean deletes(SliceResult result) {
        return result.outcomes().values().stream().anyMatch(outcome -> outcome instanceof SliceOutcome.Deleted);
    }

    /** Half as many items, of its own tenant only. */
    private static Slice halfOf(Slice slice, Fault fault) {
        return new Slice(
                slice.scope(),
                slice.targets().stream()
                        .filter(target -> target.subject().tenant().value().equals(fault.tenant()))
                        .toList(),
                slice.from(),
                Math.max(1, slice.items() / 2),
                slice.deadline(),
                slice.onReopen(),
                slice.fence());
    }

    private void fail(Fault fault) {
        if (fault.ruin() == Ruin.BREAKS_OFF) {
            throw Unforeseen.by(fault);
        }
        throw switch (fault.seed() / 2 % 4) {
            case 0 -> new StoreException.Ambiguous(store, "INJECTED");
            case 1 -> new StoreException.Unavailable(store, "INJECTED");
            case 2 -> new StoreException.Contended(store, "INJECTED");
            default -> new StoreException.Throttled(store, "INJECTED");
        };
    }

    @Override
    public boolean grouped() {
        return real.grouped();
    }

    @Override
    public Position horizon() {
        return real.horizon();
    }

    @Override
    public Position position() {
        return real.position();
    }

    @Override
    public void close() {
        real.close();
    }
}
