package io.expunge.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.expunge.deletion.ErrorNote;
import io.expunge.notify.MailNotifier.Server;
import io.expunge.notify.Notification.Kind;
import io.expunge.notify.Notifier.Telling;
import jakarta.mail.internet.MimeMessage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The channels, against servers that speak HTTP and SMTP. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChannelsIT {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Recipient TEAM = new Recipient(Recipient.Kind.OWNER, "platform-team");
    private static final Notification BLOCKED = new Notification(
            7,
            Kind.JOB_BLOCKED,
            "dj_0123456789abcdef0123456789abcdef",
            TEAM,
            Optional.of("DENIED"),
            List.of("main.users", "main.tickets"),
            Optional.of(new ErrorNote("main", "DENIED", "42501")),
            NOW,
            1);

    private record Request(String path, String timestamp, String signature, String key, String body) {}

    @Test
    void a_webhook_gets_json_that_it_can_check() throws Exception {
        BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
        HttpServer server = answering(204, requests);
        try {
            assertThat(webhook(server).tell(BLOCKED)).isEqualTo(new Telling.Told());
        } finally {
            server.stop(0);
        }

        Request request = requests.take();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("secret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String expected = HexFormat.of()
                .formatHex(mac.doFinal((NOW.getEpochSecond() + "." + request.body()).getBytes(StandardCharsets.UTF_8)));
        assertThat(request.signature()).isEqualTo("sha256=" + expected);
        assertThat(request.timestamp()).isEqualTo(String.valueOf(NOW.getEpochSecond()));
        assertThat(request.key()).isEqualTo("expunge-7");
        JsonNode body = JsonMapper.shared().readTree(request.body());
        assertThat(body.get("kind").asString()).isEqualTo("JOB_BLOCKED");
        assertThat(body.get("jobId").asString()).isEqualTo(BLOCKED.jobId());
        assertThat(body.get("resources").size()).isEqualTo(2);
        assertThat(body.get("next").asString()).isEqualTo("scripts/expunge status " + BLOCKED.jobId());
    }

    @Test
    void a_redirect_is_not_followed_and_no_failure_is_an_exception() throws Exception {
        BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
        HttpServer redirecting = answering(307, requests);
        Notifier notifier = webhook(redirecting);
        try {
            assertThat(notifier.tell(BLOCKED)).isEqualTo(new Telling.NotTold("HTTP_307"));
            assertThat(requests).hasSize(1);
        } finally {
            redirecting.stop(0);
        }

        assertThat(notifier.tell(BLOCKED)).isInstanceOf(Telling.NotTold.class);
    }

    @Test
    void a_mail_goes_to_the_owners_address_and_to_nobody_without_one() throws Exception {
        GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mails.start();
        Notifier notifier;
        try {
            notifier = mail(mails.getSmtp().getPort());

            assertThat(notifier.tell(BLOCKED)).isEqualTo(new Telling.Told());
            assertThat(notifier.tell(toSomebodyElse())).isEqualTo(new Telling.NotTold("NO_ADDRESS"));

            assertThat(mails.getReceivedMessages()).hasSize(1);
            MimeMessage mail = mails.getReceivedMessages()[0];
            assertThat(mail.getSubject()).isEqualTo("[expunge] " + BLOCKED.jobId() + " is blocked (DENIED)");
            assertThat(mail.getAllRecipients()[0]).hasToString("team@example.com");
            assertThat(String.valueOf(mail.getContent()))
                    .contains("main.users, main.tickets", "42501", "scripts/expunge status " + BLOCKED.jobId());
        } finally {
            mails.stop();
        }

        assertThat(notifier.tell(BLOCKED)).isInstanceOf(Telling.NotTold.class);
    }

    /** STARTTLS is demanded, not hoped for. */
    @Test
    void nothing_is_sent_in_the_clear_where_encryption_was_asked_for() {
        GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mails.start();
        try {
            Notifier notifier = new MailNotifier(
                    new Server("127.0.0.1", mails.getSmtp().getPort(), Server.Encryption.STARTTLS, "", ""),
                    "expunge@example.com",
                    Map.of(TEAM, "team@example.com"));

            assertThat(notifier.tell(BLOCKED)).isInstanceOf(Telling.NotTold.class);
            assertThat(mails.getReceivedMessages()).isEmpty();
        } finally {
            mails.stop();
        }
    }

    private static Notification toSomebodyElse() {
        return new Notification(
                8,
                Kind.JOB_VERIFIED,
                BLOCKED.jobId(),
                new Recipient(Recipient.Kind.SUBMITTER, "platform-team"),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                NOW,
                1);
    }

    private static Notifier mail(int port) {
        return new MailNotifier(
                new Server("127.0.0.1", port, Server.Encryption.NONE, "", ""),
                "expunge@example.com",
                Map.of(TEAM, "team@example.com"));
    }

    private static Notifier webhook(HttpServer server) {
        return new WebhookNotifier(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook"),
                "secret",
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static HttpServer answering(int status, BlockingQueue<Request> requests) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(new Request(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Expunge-Timestamp"),
                    exchange.getRequestHeaders().getFirst("Expunge-Signature"),
                    exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
