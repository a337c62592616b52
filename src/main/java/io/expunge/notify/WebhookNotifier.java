package io.expunge.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts JSON to one address, signed: {@code Expunge-Signature} is {@code sha256=} and the HMAC-SHA-256, in hexadecimal digits, of
 * {@code Expunge-Timestamp}, a dot and the body. A redirect is not followed: the secret's proof goes to the address that was
 * configured only. Any answer of 200 to 299 counts as told.
 */
public final class WebhookNotifier implements Notifier {

    public static final String CHANNEL = "webhook";

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String HMAC = "HmacSHA256";

    private final URI address;
    private final SecretKeySpec secret;
    private final Clock clock;
    private final HttpClient http;

    public WebhookNotifier(URI address, String secret, Clock clock) {
        this.address = address;
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC);
        this.clock = clock;
        this.http = HttpClient.newBuilder()
                .connectTimeout(LIMIT)
                .followRedirects(Redirect.NEVER)
                .build();
    }

    @Override
    public String channel() {
        return CHANNEL;
    }

    @Override
    public Telling tell(Notification notification) {
        byte[] body = body(notification).getBytes(StandardCharsets.UTF_8);
        String timestamp = String.valueOf(clock.instant().getEpochSecond());
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "expunge-" + notification.id())
                .header("Expunge-Timestamp", timestamp)
                .header("Expunge-Signature", "sha256=" + signature(timestamp, body))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        try {
            HttpResponse<Void> answer = http.send(request, BodyHandlers.discarding());
            return answer.statusCode() / 100 == 2
                    ? new Telling.Told()
                    : new Telling.NotTold("HTTP_" + answer.statusCode());
        } catch (HttpTimeoutException tooLate) {
            return new Telling.NotTold("TIMEOUT");
        } catch (IOException failed) {
            return new Telling.NotTold(failed.getClass().getSimpleName());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Telling.NotTold("INTERRUPTED");
        }
    }

    private String signature(String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(secret);
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + HMAC, impossible);
        }
    }

    private static String body(Notification told) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("id", told.id());
        body.put("kind", told.kind().name());
        body.put("jobId", told.jobId());
        body.put("recipientKind", told.recipient().kind().name());
        body.put("recipient", told.recipient().name());
        body.put("reason", told.reason().orElse(null));
        body.put("resources", told.resources());
        body.put("store", told.error().map(note -> note.store()).orElse(null));
        body.put("errorClass", told.error().map(note -> note.errorClass()).orElse(null));
        body.put("errorCode", told.error().map(note -> note.code()).orElse(null));
        body.put("createdAt", told.createdAt().toString());
        body.put("next", told.next());
        return JsonMapper.shared().writeValueAsString(body);
    }
}
