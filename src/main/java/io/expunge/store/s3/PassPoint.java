package io.expunge.store.s3;

import io.expunge.store.ResumePoint;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How far a pass has come that met something which stays. Every slice lists from the beginning; without this a bucket with a
 * thousand locked objects in front would be walked through them again for every slice.
 *
 * @param remainder why something stayed
 * @param poison code of a fault that an item causes, empty if none does, {@link #TOLD} once it was told
 * @param poisoned the key of the first such item
 * @param done the last generation's prefix in which there is nothing left to do
 * @param after the key, one that stays, before which there is nothing left to do
 */
record PassPoint(Remainder remainder, String poison, String poisoned, String done, Optional<String> after) {

    static final String TOLD = "-";

    static final PassPoint START = new PassPoint(Remainder.NONE, "", "", "", Optional.empty());

    PassPoint keeping(Remainder more) {
        return new PassPoint(remainder.and(more), poison, poisoned, done, after);
    }

    PassPoint poisoned(String code, String key) {
        return poison.isEmpty() ? new PassPoint(remainder, code, key, done, after) : this;
    }

    PassPoint toldOfPoison() {
        return new PassPoint(remainder, TOLD, poisoned, done, after);
    }

    /** Whether an item was met that makes the store fail, and nobody was told yet. */
    boolean isToTellOfPoison() {
        return !poison.isEmpty() && !poison.equals(TOLD);
    }

    PassPoint behind(String key) {
        return new PassPoint(remainder, poison, poisoned, done, Optional.of(key));
    }

    PassPoint doneWith(String prefix) {
        return new PassPoint(remainder, poison, poisoned, prefix, Optional.empty());
    }

    /** Whether the next slice may as well begin anew. */
    boolean nothingStays() {
        return remainder.equals(Remainder.NONE) && poison.isEmpty();
    }

    /**
     * As the task keeps it.
     *
     * @param pass name of the pass: another pass starts anew, because what stayed may be free by then
     */
    ResumePoint toResumePoint(String pass) {
        return nothingStays()
                ? ResumePoint.START
                : new ResumePoint(String.join(
                        "/",
                        pass,
                        remainder.written(),
                        poison,
                        encode(poisoned),
                        encode(done),
                        after.map(PassPoint::encode).orElse("")));
    }

    /** The point that was written by this pass; empty if another pass wrote it. */
    static Optional<PassPoint> read(String pass, ResumePoint point) {
        String[] parts = point.value().split("/", -1);
        if (parts.length != 6 || !parts[0].equals(pass)) {
            return Optional.empty();
        }
        return Remainder.read(parts[1])
                .map(remainder -> new PassPoint(
                        remainder, parts[2], decode(parts[3]), decode(parts[4]), filled(decode(parts[5]))));
    }

    /** The name of the pass that wrote a point. */
    static String passOf(ResumePoint point) {
        return point.value().split("/", 2)[0];
    }

    private static Optional<String> filled(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "PassPoint[…]";
    }
}
