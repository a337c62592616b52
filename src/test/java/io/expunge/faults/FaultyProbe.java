package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import io.expunge.store.Blindness;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A probe that can't say, or breaks off. */
final class FaultyProbe implements Probe {

    private final Probe real;
    private final ResourceType type;
    private final FaultPlan plan;

    FaultyProbe(Probe real, ResourceType type, FaultPlan plan) {
        this.real = real;
        this.type = type;
        this.plan = plan;
    }

    @Override
    public Map<Subject, Sighting> look(Scope scope, List<Question> questions) {
        Set<String> tenants = questions.stream()
                .map(question -> question.subject().tenant().value())
                .collect(Collectors.toSet());
        Optional<Fault> fault = plan.armed(FaultPoint.OBSERVE, type, tenants)
                .filter(each -> each.ruin() == Ruin.BREAKS_OFF || each.ruin() == Ruin.STORE_FAILS)
                .filter(Fault::fire);
        if (fault.isEmpty()) {
            return real.look(scope, questions);
        }
        if (fault.get().ruin() == Ruin.BREAKS_OFF) {
            throw Unforeseen.by(fault.get());
        }
        Map<Subject, Sighting> unknown = new HashMap<>();
        questions.forEach(
                question -> unknown.put(question.subject(), new Sighting.Unknown(Blindness.UNAVAILABLE, "INJECTED")));
        return unknown;
    }

    @Override
    public String shape(Scope scope) {
        return real.shape(scope);
    }

    @Override
    public void close() {
        real.close();
    }
}
