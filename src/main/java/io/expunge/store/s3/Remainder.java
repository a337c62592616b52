package io.expunge.store.s3;

import io.expunge.store.Refusal;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Held;
import io.expunge.store.SliceOutcome.Refused;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why something of the tenant's stayed in a pass, as far as the pass has come. What passes by itself comes first, so that it
 * is tried again; then what a person has to grant; then a lock, which ends by itself.
 *
 * @param faulty code of a fault of the server's over single items
 * @param denied code of a missing right
 * @param locked whether an object lock holds something
 * @param until when the last lock ends, where all say so
 */
record Remainder(Optional<String> faulty, Optional<String> denied, boolean locked, Optional<Instant> until) {

    static final Remainder NONE = new Remainder(Optional.empty(), Optional.empty(), false, Optional.empty());

    private static final Pattern WRITTEN = Pattern.compile("(\\w*),(\\w*),(-|\\*|\\d{1,15})");

    static Remainder faulty(String code) {
        return new Remainder(Optional.of(code), Optional.empty(), false, Optional.empty());
    }

    static Remainder denied(String code) {
        return new Remainder(Optional.empty(), Optional.of(code), false, Optional.empty());
    }

    /** @param until none for a legal hold, which somebody has to lift */
    static Remainder locked(Optional<Instant> until) {
        return new Remainder(Optional.empty(), Optional.empty(), true, until);
    }

    Remainder and(Remainder other) {
        Optional<Instant> last = until;
        if (!locked || (other.locked && other.until.isEmpty())) {
            last = other.until;
        } else if (until.isPresent()
                && other.until.filter(until.get()::isBefore).isPresent()) {
            last = other.until;
        }
        return new Remainder(faulty.or(other::faulty), denied.or(other::denied), locked || other.locked, last);
    }

    /** What an eraser answers at the end of the pass; empty if nothing stayed or all of it may be tried again. */
    Optional<SliceOutcome> outcome() {
        if (faulty.isPresent()) {
            return Optional.empty();
        }
        if (denied.isPresent()) {
            return Optional.of(new Refused(Refusal.DENIED, denied.get()));
        }
        return locked ? Optional.of(new Held(until)) : Optional.empty();
    }

    String written() {
        String lock = until.map(date -> Long.toString(date.getEpochSecond())).orElse(locked ? "*" : "-");
        return faulty.orElse("") + "," + denied.orElse("") + "," + lock;
    }

    static Optional<Remainder> read(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            return Optional.empty();
        }
        String lock = written.group(3);
        return Optional.of(new Remainder(
                filled(written.group(1)),
                filled(written.group(2)),
                !lock.equals("-"),
                lock.length() > 0 && Character.isDigit(lock.charAt(0))
                        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(lock)))
                        : Optional.empty()));
    }

    private static Optional<String> filled(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
