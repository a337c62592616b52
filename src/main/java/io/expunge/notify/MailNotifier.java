package io.expunge.notify;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.springframework.mail.MailException;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** A mail to the recipient's address, if they have one. */
public final class MailNotifier implements Notifier {

    public static final String CHANNEL = "smtp";

    private static final String LIMIT_MILLIS = "10000";

    private final JavaMailSenderImpl sender = new JavaMailSenderImpl();
    private final String from;
    private final Map<Recipient, String> addresses;

    /**
     * A server, and how it is entered.
     *
     * @param encryption the connection's from the beginning, demanded after the greeting, or none
     * @param password of the user; both empty where the server asks for none
     */
    public record Server(String host, int port, Encryption encryption, String user, String password) {

        /** How the connection is encrypted. */
        public enum Encryption {
            IMPLICIT,
            STARTTLS,
            NONE
        }

        @Override
        public String toString() {
            return "Server[" + host + ":" + port + ", " + encryption + "]";
        }
    }

    public MailNotifier(Server server, String from, Map<Recipient, String> addresses) {
        this.from = from;
        this.addresses = Map.copyOf(addresses);
        sender.setHost(server.host());
        sender.setPort(server.port());
        boolean implicit = server.encryption() == Server.Encryption.IMPLICIT;
        sender.setProtocol(implicit ? "smtps" : "smtp");
        if (!server.user().isEmpty()) {
            sender.setUsername(server.user());
            sender.setPassword(server.password());
        }
        String prefix = "mail." + sender.getProtocol() + ".";
        Properties properties = new Properties();
        properties.setProperty(prefix + "auth", String.valueOf(!server.user().isEmpty()));
        properties.setProperty(prefix + "connectiontimeout", LIMIT_MILLIS);
        properties.setProperty(prefix + "timeout", LIMIT_MILLIS);
        properties.setProperty(prefix + "writetimeout", LIMIT_MILLIS);
        properties.setProperty(prefix + "ssl.checkserveridentity", "true");
        if (server.encryption() == Server.Encryption.STARTTLS) {
            properties.setProperty(prefix + "starttls.enable", "true");
            properties.setProperty(prefix + "starttls.required", "true");
        }
        sender.setJavaMailProperties(properties);
    }

    @Override
    public String channel() {
        return CHANNEL;
    }

    @Override
    public Telling tell(Notification notification) {
        Optional<String> to = Optional.ofNullable(addresses.get(notification.recipient()));
        if (to.isEmpty()) {
            return new Telling.NotTold("NO_ADDRESS");
        }
        SimpleMailMessage mail = new SimpleMailMessage();
        mail.setFrom(from);
        mail.setTo(to.get());
        mail.setSubject("[expunge] " + notification.subject());
        mail.setText(text(notification));
        try {
            sender.send(mail);
            return new Telling.Told();
        } catch (MailException failed) {
            return new Telling.NotTold(failed.getClass().getSimpleName());
        }
    }

    private static String text(Notification told) {
        StringBuilder text = new StringBuilder(told.subject()).append(".\n\n");
        if (!told.resources().isEmpty()) {
            text.append("Resources: ")
                    .append(String.join(", ", told.resources()))
                    .append('\n');
        }
        told.error()
                .ifPresent(note -> text.append("Met: store ")
                        .append(note.store())
                        .append(' ')
                        .append(note.errorClass())
                        .append(' ')
                        .append(note.code())
                        .append('\n'));
        return text.append("Since: ")
                .append(told.createdAt())
                .append("\nNext: ")
                .append(told.next())
                .append("\n\nYou are told once, as ")
                .append(told.recipient().kind() == Recipient.Kind.OWNER ? "owner" : "submitter")
                .append(' ')
                .append(told.recipient().name())
                .append(". Notification ")
                .append(told.id())
                .append(".\n")
                .toString();
    }
}
