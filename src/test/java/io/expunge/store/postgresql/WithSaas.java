package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;

import io.expunge.catalog.OnReopen;
import io.expunge.store.Eraser;
import io.expunge.store.Pass;
import io.expunge.store.Probe;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceResult;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** An application's database, new for each test, with acme closed at generation 1 where a test says so. */
abstract class WithSaas {

    static final TenantId OTHER = new TenantId("acme2");
    static final Subject ACME_1 = subject(ACME, 1);

    final Saas saas = new Saas();
    final Eraser eraser = saas.connector.eraser(Saas.DECLARATION, saas.access("eraser"));
    final Probe probe = saas.connector.probe(Saas.DECLARATION, saas.access("verifier"));

    @AfterEach
    void close() {
        eraser.close();
        probe.close();
        saas.close();
    }

    static Subject subject(TenantId tenant, int generation) {
        return new Subject(tenant, generation, tenant.value());
    }

    static Slice slice(Scope scope, ResumePoint from, int items) {
        return slice(scope, from, items, Pass.DEADLINE);
    }

    static Slice slice(Scope scope, ResumePoint from, int items, Duration deadline) {
        return new Slice(scope, List.of(new Target("task", ACME_1)), from, items, deadline, OnReopen.STOP);
    }

    SliceOutcome firstSlice(Scope scope, int items) {
        return Pass.outcomeOfOnly(eraser.erase(slice(scope, ResumePoint.START, items)));
    }

    /** A whole pass for acme's generation 1. */
    List<SliceOutcome> pass(Scope scope, int items) {
        List<SliceOutcome> outcomes = new ArrayList<>();
        Optional<ResumePoint> from = Optional.of(ResumePoint.START);
        while (from.isPresent()) {
            SliceResult result = eraser.erase(slice(scope, from.get(), items));
            outcomes.add(Pass.outcomeOfOnly(result));
            from = result.next();
        }
        return outcomes;
    }

    static long deleted(List<SliceOutcome> outcomes) {
        return outcomes.stream().mapToLong(SliceOutcome::deletedItems).sum();
    }
}
