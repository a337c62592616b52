package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static io.expunge.store.opensearch.SearchScopes.TICKETS;
import static io.expunge.store.opensearch.SearchScopes.TICKETS_INDEX;
import static io.expunge.store.opensearch.SearchScopes.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.expunge.catalog.OnReopen;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.StoreAccess;
import io.expunge.store.Target;
import io.expunge.store.opensearch.SearchProxy.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/**
 * I7: what a server's error quotes, and what was asked, reaches neither an exception nor a log, also at debug level. The
 * client's own loggers stand as the product sets them.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchKeepingQuietIT extends WithSearch {

    private static final String MARKER = "marker-7f3a";

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<Logger> ofClient = List.of((Logger) LoggerFactory.getLogger("org.opensearch.client"), (Logger)
            LoggerFactory.getLogger("org.apache.hc"));
    private final java.util.logging.Logger platform = java.util.logging.Logger.getLogger("");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final List<String> loggedByPlatform = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord event) {
            loggedByPlatform.add(event.getMessage() + " "
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
        ofClient.forEach(logger -> logger.setLevel(Level.WARN));
        handler.setLevel(java.util.logging.Level.FINE);
        platform.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        platform.removeHandler(handler);
        root.setLevel(level);
        ofClient.forEach(logger -> logger.setLevel(null));
        root.detachAppender(logged);
    }

    @ParameterizedTest
    @CsvSource({"400", "403", "404", "409", "429", "500", "503", "-1"})
    void an_error_that_quotes_a_value_leaves_only_its_code(int status) throws Exception {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", MARKER, 1, 1);
        Scope scope = SearchScopes.of(TICKETS);
        try (SearchProxy proxy = new SearchProxy(server.url())) {
            StoreAccess login = proxy.login("user", ".*");
            proxy.answering(call -> call.call().matches("POST .*_(search|delete_by_query).*")
                    ? Optional.of(new Reply(
                            status,
                            "{\"error\": {\"type\": \"" + MARKER + "\", \"reason\": \"" + MARKER + "\"}, \"status\": "
                                    + status + "}"))
                    : Optional.empty());
            try (Eraser quietEraser = connector.eraser(SEARCH, login);
                    Probe quietProbe = connector.probe(SEARCH, login)) {
                Slice slice = new Slice(
                        scope,
                        List.of(new Target("task-1", subject(MARKER, 1))),
                        ResumePoint.START,
                        10,
                        LIMIT,
                        OnReopen.STOP);

                List<String> said = new ArrayList<>();
                said.add(String.valueOf(catchThrowable(
                        () -> said.add(String.valueOf(quietEraser.erase(slice).outcomes())))));
                said.add(String.valueOf(quietProbe
                        .look(scope, List.of(Question.about(subject(MARKER, 1))))
                        .values()));

                logged.list.forEach(event ->
                        said.add(event.getFormattedMessage() + ThrowableProxyUtil.asString(event.getThrowableProxy())));
                said.addAll(loggedByPlatform);
                assertThat(proxy.seen()).as("that something was asked").isNotEmpty();
                assertThat(said).hasSizeGreaterThan(1).noneMatch(line -> line.contains(MARKER));
            }
        }
    }
}
