package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.expunge.sandbox.Login;
import io.expunge.sandbox.S3Server;
import io.expunge.sandbox.SharedS3Servers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;

/** I7: at whatever level, a store's client logs no key. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class QuietStoreClientsIT {

    private static final String MARKER = "zq7-marker-9xk";

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger client = context.getLogger("software.amazon.awssdk");
    private final Level level = root.getLevel();
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void listen() {
        SharedS3Servers.local();
        logged.start();
        root.addAppender(logged);
        root.setLevel(Level.TRACE);
        client.setLevel(null);
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(logged);
        root.setLevel(level);
        client.setLevel(null);
    }

    @Test
    void the_clients_own_log_would_show_keys_and_is_kept_from_it() {
        ask();
        assertThat(logged.list).anyMatch(event -> event.getFormattedMessage().contains(MARKER));
        logged.list.clear();

        LogConfigurator.keepStoreClientsQuiet(context);
        ask();

        assertThat(logged.list).noneMatch(event -> event.getFormattedMessage().contains(MARKER));
    }

    private static void ask() {
        S3Server server = SharedS3Servers.local();
        try (S3Client client = server.client(new Login("key", "secret"))) {
            assertThat(catchThrowable(() -> client.headObject(
                            request -> request.bucket(S3Server.BUCKET).key("tenants/" + MARKER))))
                    .isNotNull();
        }
    }
}
