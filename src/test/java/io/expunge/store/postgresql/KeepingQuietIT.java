package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.Question;
import io.expunge.store.ResumePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** I7: what a server's error quotes reaches neither an exception nor a log, also at debug level. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeepingQuietIT extends WithSaas {

    private static final String MARKER = "marker-7f3a@example.com";
    private static final Resource TICKETS = Saas.resource(
            "main.tickets",
            new TenantColumn("public.tickets", "id", "tenant_id", Optional.of("generation")),
            FenceKind.PREDICATE);

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final java.util.logging.Logger driver = java.util.logging.Logger.getLogger("org.postgresql");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final List<String> loggedByDriver = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord event) {
            loggedByDriver.add(event.getMessage() + " "
                    + List.of(Optional.ofNullable(event.getParameters()).orElse(new Object[0])) + " "
                    + event.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Level level = root.getLevel();

    @BeforeEach
    void listen() {
        logged.start();
        root.addAppender(logged);
        root.setLevel(Level.DEBUG);
        handler.setLevel(java.util.logging.Level.FINE);
        driver.setLevel(java.util.logging.Level.FINE);
        driver.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        driver.removeHandler(handler);
        driver.setLevel(null);
        root.setLevel(level);
        root.detachAppender(logged);
    }

    /** The second half are codes that the connection pool thinks fatal and would log. */
    @ParameterizedTest
    @ValueSource(strings = {"P0001", "23503", "22012", "42501", "0A000", "57P01", "08006", "01002"})
    void an_error_that_quotes_a_value_leaves_only_its_code(String state) {
        saas.run(
                "CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text, generation int, note text)",
                "INSERT INTO tickets VALUES (1, 'acme', 1, '" + MARKER + "')",
                "CREATE FUNCTION quotes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
                        + " 'of %: %', OLD.tenant_id, OLD.note USING ERRCODE = '" + state + "'; END $$",
                "CREATE TRIGGER quotes BEFORE DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION quotes()");
        saas.grantUsual("tickets");
        saas.close(ACME, 1);

        Throwable failure = catchThrowable(() -> eraser.erase(slice(Saas.scope(TICKETS), ResumePoint.START, 5)));
        probe.look(Saas.scope(TICKETS), List.of(Question.about(ACME_1)));
        eraser.close();

        assertThat(logged.list).as("that something was listened to").isNotEmpty();
        assertThat(everythingSaid(failure)).noneMatch(said -> said.contains(MARKER) || said.contains("acme"));
    }

    private Stream<String> everythingSaid(Throwable failure) {
        Stream<String> logs = logged.list.stream()
                .map(event -> event.getFormattedMessage() + ThrowableProxyUtil.asString(event.getThrowableProxy()));
        return Stream.concat(Stream.concat(logs, loggedByDriver.stream()), Stream.of(String.valueOf(failure)));
    }
}
