package io.expunge.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Believable names, mails and sentences of one tenant; everything personal carries its marker. */
final class Phrases {
    private static final Instant FIRST_DAY = Instant.parse("2024-01-08T08:00:00Z");
    private static final int MINUTES = 2 * 365 * 24 * 60;
    private static final List<String> FIRST_NAMES =
            List.of("Amara", "Bjarne", "Chiyo", "Dmitri", "Esra", "Farid", "Greta", "Hyun", "Ines", "Jomo");
    private static final List<String> LAST_NAMES =
            List.of("Adeyemi", "Brandt", "Costa", "Dubois", "Eriksen", "Fischer", "Garcia", "Haddad", "Ito", "Jansen");
    private static final List<String> TROUBLES = List.of(
            "Cannot log in since Monday",
            "Invoice shows the wrong address",
            "Export stops at page two",
            "Printer prints only blank pages",
            "Notification mails arrive twice");
    private static final List<String> ANSWERS = List.of(
            "Thanks, I will look into it",
            "It happens again whenever I reload",
            "Please call me back after lunch",
            "Works now, close it",
            "See the screenshot that I attached");
    private static final List<String> COUNTRIES = List.of("DE", "FR", "JP", "KE", "BR", "US");

    private final SampleTenant tenant;
    private final String marker;
    private final RandomGenerator random;

    Phrases(SampleTenant tenant, RandomGenerator random) {
        this.tenant = tenant;
        this.marker = tenant.marker();
        this.random = random;
    }

    String fullName() {
        return marker + "-" + pick(FIRST_NAMES) + " " + pick(LAST_NAMES);
    }

    String email(long number) {
        return marker + "-" + pick(LAST_NAMES).toLowerCase(Locale.ROOT) + "." + number + "@example.test";
    }

    String phone() {
        return marker + "-+000" + (100_000_000 + random.nextInt(899_999_999));
    }

    String company(long number) {
        return marker + "-" + pick(LAST_NAMES) + " & Partners " + number + " (" + tenant.aside() + ")";
    }

    String trouble() {
        return pick(TROUBLES) + ", says " + fullName() + "; about " + tenant.aside();
    }

    String answer() {
        return pick(ANSWERS) + "\n-- \n" + fullName() + "\nPS: " + tenant.aside();
    }

    String country() {
        return pick(COUNTRIES);
    }

    Instant moment() {
        return FIRST_DAY.plus(Duration.ofMinutes(random.nextInt(MINUTES)));
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
