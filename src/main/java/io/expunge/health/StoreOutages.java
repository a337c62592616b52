package io.expunge.health;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The circuit breakers of this process, each for one store, and what all processes know together: a store that was found out
 * by one is touched by none, but for one question now and then whether it is back. Thread-safe.
 */
public final class StoreOutages {

    /** The code of what was parked without asking the store. */
    public static final String NOT_ASKED = "breaker-open";

    private static final Logger LOG = LoggerFactory.getLogger(StoreOutages.class);

    private final StoreHealth health;
    private final Stores stores;
    private final AuditTrail audit;
    private final TransactionTemplate newTransaction;
    private final BreakerSettings settings;
    private final Clock clock;
    private final Map<String, CircuitBreaker> breakers = new ConcurrentHashMap<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Set<String> askedOnce = ConcurrentHashMap.newKeySet();

    /** @param newTransaction for what must stay although a chunk is rolled back */
    public StoreOutages(
            StoreHealth health,
            Stores stores,
            AuditTrail audit,
            TransactionTemplate newTransaction,
            BreakerSettings settings,
            Clock clock) {
        this.health = health;
        this.stores = stores;
        this.audit = audit;
        this.newTransaction = newTransaction;
        this.settings = settings;
        this.clock = clock;
    }

    /** A store has answered, whatever it said. */
    public void answered(String store) {
        breaker(store).onSuccess(0, TimeUnit.NANOSECONDS);
    }

    /** A call failed. Only a store that can't be reached or serves nobody counts as out; any other failure is an answer. */
    public void failed(StoreException failure) {
        if (!(failure instanceof StoreException.Unavailable out)) {
            answered(failure.store());
            return;
        }
        CircuitBreaker breaker = breaker(out.store());
        breaker.onError(0, TimeUnit.NANOSECONDS, out);
        if (breaker.getState() == State.OPEN) {
            open(out);
            // It has counted what it is for; from here on the shared row says when the store may be used again.
            breaker.reset();
        }
    }

    private void open(StoreException.Unavailable out) {
        Instant now = clock.instant();
        newTransaction.executeWithoutResult(status -> {
            if (health.open(out.store(), stores.endpoint(out.store()), out, now, now.plus(settings.pauseAfter(0)))) {
                audit.record("store.out", Optional.empty(), Optional.empty(), out.store() + " " + out.code());
                LOG.warn("store {} is out ({}); its tasks wait until it answers", out.store(), out.code());
            }
        });
        askedOnce.add(out.store());
    }

    /**
     * The first of the stores to which nothing is to be sent. A store of which it is time to ask is asked here, by one; who
     * comes meanwhile waits for the answer.
     */
    public Optional<String> firstOut(Catalog catalog, Collection<String> wanted) {
        return health.outages(wanted).stream()
                .filter(this::isHere)
                .filter(outage -> !isBack(catalog, outage.store()))
                .map(Outage::store)
                .findFirst();
    }

    /** All stores that somebody found out, at whatever address. */
    public Set<String> known() {
        return health.outages().stream().map(Outage::store).collect(Collectors.toSet());
    }

    private Optional<Outage> here(String store) {
        return health.outages(Set.of(store)).stream().filter(this::isHere).findFirst();
    }

    private boolean isHere(Outage outage) {
        return outage.endpoint().equals(stores.endpoint(outage.store()));
    }

    private boolean isBack(Catalog catalog, String store) {
        synchronized (locks.computeIfAbsent(store, name -> new Object())) {
            Optional<Outage> outage = here(store);
            return outage.isEmpty() || (isDue(outage.get()) && asked(catalog, outage.get()));
        }
    }

    /** A process that meets an outage for the first time asks for itself: whoever started it may know that the store is back. */
    private boolean isDue(Outage outage) {
        return !askedOnce.contains(outage.store()) || !clock.instant().isBefore(outage.nextProbeAt());
    }

    private boolean asked(Catalog catalog, Outage outage) {
        return take(outage) && saysWhoItIs(catalog, outage.store());
    }

    /** Asks a store who it is, now, and ends its outage if it answers. */
    public boolean answers(Catalog catalog, String store) {
        here(store).ifPresent(this::take);
        return saysWhoItIs(catalog, store);
    }

    private boolean take(Outage outage) {
        Instant now = clock.instant();
        return Boolean.TRUE.equals(
                newTransaction.execute(status -> health.takeProbe(outage, now, now.plus(settings.longestPause()))));
    }

    private boolean saysWhoItIs(Catalog catalog, String store) {
        askedOnce.add(store);
        try {
            stores.surveyor(catalog, store).identity();
        } catch (StoreException.Refused answered) {
            // It is there; what it refuses is said by the tasks that meet it.
            LOG.info("store {} answers, and refuses: {}", store, answered.code());
        } catch (StoreException stillOut) {
            LOG.info("store {} is still out: {}", store, stillOut.code());
            postpone(store, stillOut);
            return false;
        }
        close(store);
        return true;
    }

    private void postpone(String store, StoreException stillOut) {
        Instant now = clock.instant();
        newTransaction.executeWithoutResult(status -> here(store)
                .ifPresent(outage -> health.stillOut(
                        outage, stillOut, now, now.plus(settings.pauseAfter(outage.failedProbes() + 1)))));
    }

    private void close(String store) {
        Instant now = clock.instant();
        newTransaction.executeWithoutResult(status -> {
            Optional<Instant> since =
                    health.outages(Set.of(store)).stream().map(Outage::since).min(Instant::compareTo);
            if (health.close(store, now) > 0) {
                String length = since.map(begun -> Duration.between(begun, now).toString())
                        .orElse("");
                audit.record("store.back", Optional.empty(), Optional.empty(), store + " after " + length);
                LOG.info("store {} answers again after {}", store, length);
            }
        });
    }

    private CircuitBreaker breaker(String store) {
        return breakers.computeIfAbsent(
                store,
                name -> CircuitBreaker.of(
                        name,
                        CircuitBreakerConfig.custom()
                                .slidingWindow(settings.failures(), settings.failures(), SlidingWindowType.COUNT_BASED)
                                .failureRateThreshold(100)
                                .build()));
    }
}
