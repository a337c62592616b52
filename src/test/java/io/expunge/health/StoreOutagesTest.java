package io.expunge.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.Refusal;
import io.expunge.store.Scope;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I9: a store that is out is found out once, and then left alone but for a question now and then. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoreOutagesTest {

    private static final String CACHE = "cache";
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));
    private static final BreakerSettings SETTINGS =
            new BreakerSettings(3, Duration.ofSeconds(10), Duration.ofSeconds(35));

    private final ControlDatabase control = ControlDatabases.h2();
    private final SettableClock clock = new SettableClock();
    private final OddStore store = new OddStore();
    private final StoreOutages one = process("one");
    private final StoreOutages other = process("other");

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void so_many_calls_in_a_row_and_not_one_less_make_a_store_out_for_every_process() {
        failed(2);
        one.answered(CACHE);
        failed(2);
        assertThat(isOut(one)).isFalse();

        failed(1);
        store.says(gone());

        assertThat(isOut(one)).isTrue();
        assertThat(isOut(other)).isTrue();
        assertThat(one.firstOut(CATALOG, Set.of("main"))).isEmpty();
    }

    @Test
    void what_is_said_by_a_store_that_answers_is_no_outage() {
        for (int again = 0; again < 10; again++) {
            one.failed(new StoreException.Throttled(CACHE, "OOM"));
            one.failed(new StoreException.Contended(CACHE, "TRYAGAIN"));
            one.failed(new StoreException.Refused(CACHE, Refusal.DENIED, "NOPERM"));
            failed(2);
        }

        assertThat(isOut(one)).isFalse();
    }

    @Test
    void it_is_asked_again_less_and_less_often_and_by_nobody_in_between() {
        out();

        assertThat(isOut(one)).isTrue();
        assertThat(store.asked).isZero();
        for (int seconds : List.of(10, 20, 35, 35)) {
            int before = store.asked;
            clock.pass(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(isOut(one)).isTrue();
            assertThat(store.asked).as("before %s seconds", seconds).isEqualTo(before);
            clock.pass(Duration.ofMillis(1));

            assertThat(isOut(one)).isTrue();

            assertThat(store.asked).as("after %s seconds", seconds).isEqualTo(before + 1);
        }
    }

    @Test
    void who_meets_an_outage_for_the_first_time_asks_at_once_and_ends_it_for_all() {
        out();
        clock.pass(Duration.ofSeconds(1));
        store.answers();

        assertThat(isOut(one)).isTrue();
        assertThat(isOut(other)).isFalse();

        assertThat(isOut(one)).isFalse();
        assertThat(store.asked).isEqualTo(1);
        assertThat(control.client(Role.ERASER)
                        .sql("SELECT action || ': ' || detail FROM expunge.audit_event ORDER BY id")
                        .query(String.class)
                        .list())
                .containsExactly("store.out: cache CONNECT", "store.back: cache after PT1S");
    }

    @Test
    void a_store_that_answers_in_order_to_refuse_is_not_out() {
        out();
        store.says(new StoreException.Refused(CACHE, Refusal.DENIED, "WRONGPASS"));

        assertThat(other.answers(CATALOG, CACHE)).isTrue();
        assertThat(isOut(one)).isFalse();
    }

    @Test
    void a_store_that_has_moved_is_not_out_where_it_is_now() {
        out();

        StoreOutages moved = process("moved", "redis://elsewhere:6379");

        assertThat(moved.firstOut(CATALOG, Set.of(CACHE))).isEmpty();
        assertThat(store.asked).isZero();
    }

    @Test
    void I7_an_address_is_known_without_its_login() {
        assertThat(stores("redis://user:secret@here:6379/0").endpoint(CACHE))
                .isEqualTo(stores("redis://here:6379/0?password=secret").endpoint(CACHE))
                .isNotEqualTo(stores("redis://here:6380/0").endpoint(CACHE))
                .hasSize(64);
    }

    private void out() {
        failed(SETTINGS.failures());
        store.says(gone());
    }

    private static StoreException gone() {
        return new StoreException.Unavailable(CACHE, "CONNECT");
    }

    private void failed(int times) {
        for (int time = 0; time < times; time++) {
            one.failed(gone());
        }
    }

    private static boolean isOut(StoreOutages process) {
        return process.firstOut(CATALOG, Set.of(CACHE)).isPresent();
    }

    private StoreOutages process(String name) {
        return process(name, "redis://here:6379");
    }

    private StoreOutages process(String name, String url) {
        return new StoreOutages(
                new JdbcStoreHealth(control.client(Role.ERASER), name),
                stores(url),
                new JdbcAuditTrail(control.client(Role.ERASER), clock),
                control.newTransaction(Role.ERASER),
                SETTINGS,
                clock);
    }

    private Stores stores(String url) {
        return new Stores(List.of(store), name -> new StoreAccess(url, "", ""));
    }

    private static final class SettableClock extends Clock {

        private Instant now = Instant.parse("2026-03-01T12:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("in UTC only");
        }
    }

    /** Says who it is as it is told to. Real servers that go and come are stopped and started by the acceptance tests. */
    private static final class OddStore implements StoreConnector, Surveyor {

        private Supplier<String> answer = () -> "me";
        private int asked;

        void says(StoreException failure) {
            answer = () -> {
                throw failure;
            };
        }

        void answers() {
            answer = () -> "me";
        }

        @Override
        public String identity() {
            asked++;
            return answer.get();
        }

        @Override
        public ResourceType type() {
            return ResourceType.REDIS;
        }

        @Override
        public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
            return this;
        }

        @Override
        public Eraser eraser(StoreDeclaration store, StoreAccess access) {
            throw new UnsupportedOperationException("nothing is erased here");
        }

        @Override
        public Probe probe(StoreDeclaration store, StoreAccess access) {
            throw new UnsupportedOperationException("nothing is looked at here");
        }

        @Override
        public Map<String, Long> count(Scope scope, List<Target> targets) {
            throw new UnsupportedOperationException("nothing is counted here");
        }

        @Override
        public List<Uncatalogued> drift(Catalog catalog) {
            throw new UnsupportedOperationException("nothing is searched here");
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }
}
