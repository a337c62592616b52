package io.expunge.cli;

import io.expunge.notify.Addresses;
import io.expunge.notify.LogNotifier;
import io.expunge.notify.MailNotifier;
import io.expunge.notify.MailNotifier.Server;
import io.expunge.notify.Notifier;
import io.expunge.notify.WebhookNotifier;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The channels over which people are told, from the environment and {@code jobs/notify.yaml}. The log is always one. */
final class Channels {

    private static final String WEBHOOK = "EXPUNGE_NOTIFY_WEBHOOK_URL";
    private static final String WEBHOOK_SECRET = "EXPUNGE_NOTIFY_WEBHOOK_SECRET";
    private static final String PREFIX = "EXPUNGE_NOTIFY";
    private static final String SMTP = PREFIX + "_SMTP";
    private static final String SMTP_URL = SMTP + "_URL";
    private static final String SMTP_FROM = SMTP + "_FROM";
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private Channels() {}

    /** @throws UsageException if one is set up half, or in a way that can't work */
    static List<Notifier> of(Settings settings, Clock clock) {
        Environment environment = settings.environment();
        List<Notifier> notifiers = new ArrayList<>(List.of(new LogNotifier()));
        environment.optional(WEBHOOK).ifPresent(url -> notifiers.add(webhook(url, environment, clock)));
        environment
                .optional(SMTP_URL)
                .ifPresent(url -> notifiers.add(new MailNotifier(
                        server(url, environment),
                        environment.required(SMTP_FROM, "the address from which mails are sent"),
                        Addresses.readOrNone(settings.notifySettings()))));
        return notifiers;
    }

    /** What may be set. */
    static Set<String> variables() {
        return Set.of(
                WEBHOOK,
                WEBHOOK_SECRET,
                WEBHOOK_SECRET + "_FILE",
                SMTP_URL,
                SMTP_FROM,
                SMTP + "_USER",
                SMTP + "_PASSWORD",
                SMTP + "_PASSWORD_FILE");
    }

    private static Notifier webhook(String text, Environment environment, Clock clock) {
        Optional<URI> url = uri(text)
                .filter(address -> "https".equalsIgnoreCase(address.getScheme())
                        || ("http".equalsIgnoreCase(address.getScheme()) && THIS_MACHINE.contains(address.getHost())));
        return new WebhookNotifier(
                url.orElseThrow(() -> new UsageException(
                        WEBHOOK + " can't be used: expected https://host/path (http:// on this machine only)")),
                environment
                        .secret(WEBHOOK_SECRET)
                        .orElseThrow(() -> new UsageException(
                                WEBHOOK_SECRET + " is not set: the secret with which what is posted to " + WEBHOOK
                                        + " is signed (or " + WEBHOOK_SECRET + "_FILE, a file that holds it)")),
                clock);
    }

    private static Server server(String text, Environment environment) {
        URI url = uri(text)
                .filter(address -> encryption(address).isPresent())
                .orElseThrow(() -> new UsageException(SMTP_URL + " can't be used: expected smtps://host:465,"
                        + " smtp://host:587 (STARTTLS is demanded) or smtp://host:25?tls=none"));
        Server.Encryption encryption = encryption(url).orElseThrow();
        int port = url.getPort() > 0 ? url.getPort() : encryption == Server.Encryption.IMPLICIT ? 465 : 587;
        Environment.Credentials login = environment.optional(SMTP + "_USER").isPresent()
                ? environment.credentials(PREFIX, "SMTP", "the mail server")
                : new Environment.Credentials("", "");
        return new Server(url.getHost(), port, encryption, login.user(), login.password());
    }

    private static Optional<Server.Encryption> encryption(URI url) {
        String query = Optional.ofNullable(url.getQuery()).orElse("");
        return switch (String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT)) {
            case "smtps" -> query.isEmpty() ? Optional.of(Server.Encryption.IMPLICIT) : Optional.empty();
            case "smtp" ->
                switch (query) {
                    case "" -> Optional.of(Server.Encryption.STARTTLS);
                    case "tls=none" -> Optional.of(Server.Encryption.NONE);
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(URI.create(text)).filter(url -> url.getHost() != null);
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
