package io.expunge.deadletter;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Lets something stay that can't be erased, under an exception that ends. Everything is done and checked by the database's
 * function {@code waive_dead_letter}, a transaction per letter: an approver may write no table, and is who logged in.
 */
public final class WaiveDeadLetters {

    private static final String REFUSED = "REFUSED: ";

    private static final String WAIVE =
            "SELECT expunge.waive_dead_letter(:letter, :items, :reasonCode, :ticket, :until)";

    private final JdbcClient control;

    public WaiveDeadLetters(JdbcClient control) {
        this.control = control;
    }

    /**
     * Why, how much, how long.
     *
     * @param items at most so many may stay; one if it isn't given, for a letter about one item
     * @param until must be later than now
     */
    public record Terms(String reasonCode, Optional<Long> items, Optional<String> ticket, Instant until) {

        private static final Pattern REASON_CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,59}");
        private static final Pattern TICKET = Pattern.compile("[A-Za-z0-9#._-]{1,60}");

        /** @throws IllegalArgumentException saying what was expected; what was found is not repeated */
        public Terms {
            if (!REASON_CODE.matcher(reasonCode).matches()) {
                throw new IllegalArgumentException(
                        "expected a reason code such as LEGAL_CLAIM: A-Z, 0-9 and _, a letter first, at most 60");
            }
            if (ticket.filter(id -> !TICKET.matcher(id).matches()).isPresent()) {
                throw new IllegalArgumentException(
                        "expected a ticket such as OPS-123: letters, digits, # . _ -, at most 60");
            }
            if (items.filter(number -> number < 1).isPresent()) {
                throw new IllegalArgumentException("expected a number of items of 1 or more");
            }
        }
    }

    /** What the database's function answers. */
    public enum Outcome {
        WAIVED,
        UNKNOWN_LETTER,
        /** It was dealt with before. */
        CLOSED,
        /** The job is being worked on, or is over. */
        NOT_LEFT_TO_A_PERSON,
        /** What was met is no reason for keeping anything: the tenant was re-opened, say. */
        NOT_WAIVABLE,
        /** The letter is about a task as a whole. */
        NUMBER_NEEDED,
        OVER_ALREADY,
        /** A legal hold lies on the tenant. */
        ON_HOLD,
        /** The login may not approve for this job. */
        REFUSED
    }

    /**
     * What came of it for one letter.
     *
     * @param why the database's words, where the login was refused
     */
    public record Answer(DeadLetter letter, Outcome outcome, Optional<String> why) {}

    public List<Answer> waive(List<DeadLetter> letters, Terms terms) {
        return letters.stream().map(letter -> waive(letter, terms)).toList();
    }

    private Answer waive(DeadLetter letter, Terms terms) {
        String said = control.sql(WAIVE)
                .param("letter", letter.id().number())
                .param("items", terms.items().orElse(null), Types.BIGINT)
                .param("reasonCode", terms.reasonCode())
                .param("ticket", terms.ticket().orElse(null), Types.VARCHAR)
                .param("until", terms.until().atOffset(ZoneOffset.UTC))
                .query(String.class)
                .single();
        return said.startsWith(REFUSED)
                ? new Answer(letter, Outcome.REFUSED, Optional.of(said.substring(REFUSED.length())))
                : new Answer(letter, Outcome.valueOf(said), Optional.empty());
    }
}
