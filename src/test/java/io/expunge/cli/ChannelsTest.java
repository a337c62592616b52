package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.notify.Notifier;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ChannelsTest {

    private static final String WEBHOOK = "EXPUNGE_NOTIFY_WEBHOOK_URL";
    private static final String SMTP = "EXPUNGE_NOTIFY_SMTP_URL";

    @Test
    void the_log_is_always_one_and_the_others_are_when_they_are_set_up() {
        assertThat(channels(Map.of())).containsExactly("log");
        assertThat(channels(Map.of(
                        WEBHOOK,
                        "https://hooks.example.com/expunge",
                        "EXPUNGE_NOTIFY_WEBHOOK_SECRET",
                        "s",
                        SMTP,
                        "smtp://mail.example.com",
                        "EXPUNGE_NOTIFY_SMTP_FROM",
                        "expunge@example.com")))
                .containsExactly("log", "webhook", "smtp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://hooks.example.com/", "ftp://localhost/", "hooks", "https:///path", "http://::bad"})
    void a_webhook_in_the_clear_or_nowhere_is_refused(String url) {
        assertThatThrownBy(() -> channels(Map.of(WEBHOOK, url, "EXPUNGE_NOTIFY_WEBHOOK_SECRET", "s")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(WEBHOOK + " can't be used: expected https://")
                .hasMessageNotContaining(url);
    }

    @Test
    void a_webhook_without_a_secret_and_a_mail_server_without_a_sender_are_refused() {
        assertThatThrownBy(() -> channels(Map.of(WEBHOOK, "https://hooks.example.com/")))
                .hasMessageContaining("EXPUNGE_NOTIFY_WEBHOOK_SECRET is not set");
        assertThatThrownBy(() -> channels(Map.of(SMTP, "smtps://mail.example.com")))
                .hasMessageContaining("EXPUNGE_NOTIFY_SMTP_FROM is not set");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"smtp://mail.example.com?tls=maybe", "smtps://mail.example.com?tls=none", "mail.example.com:25"})
    void a_mail_server_that_is_not_understood_is_refused(String url) {
        Map<String, String> environment = new HashMap<>(Map.of(SMTP, url));
        environment.put("EXPUNGE_NOTIFY_SMTP_FROM", "expunge@example.com");

        assertThatThrownBy(() -> channels(environment)).hasMessageContaining(SMTP + " can't be used");
    }

    private static List<String> channels(Map<String, String> environment) {
        return Channels.of(new Settings(environment), Clock.systemUTC()).stream()
                .map(Notifier::channel)
                .toList();
    }
}
