package io.expunge.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.Resource;
import io.expunge.sandbox.Login;
import io.expunge.sandbox.S3Server;
import io.expunge.sandbox.SearchServer;
import io.expunge.sandbox.SharedServers;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.StoreAccess;
import io.expunge.store.Subject;
import io.expunge.store.opensearch.OpenSearchConnector;
import io.expunge.tenant.TenantId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;

/** I7: at whatever level, a store's client logs no key. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class QuietStoreClientsIT {

    private static final String MARKER = "zq7-marker-9xk";
    private static final Pattern DUMP = Pattern.compile(">> .*  ((?:[0-9a-f]{2} )*[0-9a-f]{2})$", Pattern.DOTALL);

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level level = root.getLevel();
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    /** A client and the loggers by which it would talk. */
    enum Client {
        S3,
        OPENSEARCH;

        List<String> loggers() {
            return switch (this) {
                case S3 -> List.of("software.amazon.awssdk");
                case OPENSEARCH -> List.of("org.opensearch.client", "org.apache.hc");
            };
        }

        void ask() {
            switch (this) {
                case S3 -> askS3();
                case OPENSEARCH -> askOpenSearch();
            }
        }
    }

    @BeforeEach
    void listen() {
        SharedServers.sandbox();
        logged.start();
        root.addAppender(logged);
        root.setLevel(Level.TRACE);
        letThemTalk();
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(logged);
        root.setLevel(level);
        letThemTalk();
    }

    private void letThemTalk() {
        for (Client client : Client.values()) {
            client.loggers().forEach(name -> context.getLogger(name).setLevel(null));
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_clients_own_log_would_show_what_is_asked_and_is_kept_from_it(Client client) {
        client.ask();
        assertThat(shown()).contains(MARKER);
        logged.list.clear();

        LogConfigurator.keepStoreClientsQuiet(context);
        client.ask();

        assertThat(shown()).doesNotContain(MARKER);
    }

    /** What was logged, and behind it what was logged as dumps of a few bytes each. */
    private String shown() {
        StringBuilder messages = new StringBuilder();
        ByteArrayOutputStream dumped = new ByteArrayOutputStream();
        for (ILoggingEvent event : List.copyOf(logged.list)) {
            String message = event.getFormattedMessage();
            messages.append(message).append('\n');
            Matcher dump = DUMP.matcher(message);
            if (dump.find()) {
                dumped.writeBytes(HexFormat.of().parseHex(dump.group(1).replace(" ", "")));
            }
        }
        return messages + dumped.toString(StandardCharsets.UTF_8);
    }

    private static void askS3() {
        S3Server server = SharedServers.sandbox().objects();
        try (S3Client client = server.client(new Login("key", "secret"))) {
            assertThat(catchThrowable(() -> client.headObject(
                            request -> request.bucket(S3Server.BUCKET).key("tenants/" + MARKER))))
                    .isNotNull();
        }
    }

    private static void askOpenSearch() {
        String url = SharedServers.sandbox().search().url();
        Catalog catalog = CatalogReader.read(Path.of("jobs", "catalog"));
        Resource tickets = catalog.resource("search.tickets");
        new SearchServer(url).delete("tickets");
        new SearchServer(url)
                .send(
                        "PUT",
                        "/tickets",
                        "{\"mappings\":{\"properties\":{\"tenant\":{\"type\":\"keyword\"},\"generation\":{\"type\":\"integer\"}}}}");
        try (Probe probe = new OpenSearchConnector(Clock.systemUTC())
                .probe(requireNonNull(catalog.stores().get("search")), new StoreAccess(url, "", ""))) {
            Subject subject = new Subject(new TenantId(MARKER), 1, MARKER);

            assertThat(probe.look(
                                    new Scope(
                                            catalog,
                                            tickets,
                                            tickets.locations().get(0)),
                                    List.of(Question.about(subject)))
                            .values())
                    .singleElement()
                    .isInstanceOf(Sighting.Seen.class);
        }
    }
}
