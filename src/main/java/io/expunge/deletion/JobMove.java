package io.expunge.deletion;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a job goes next, decided by whoever holds its lease. The lease ends with it. What a variant doesn't speak of is
 * cleared.
 */
public sealed interface JobMove {

    /** The state that the job takes on. */
    JobState to();

    /** How far it has come, for people. */
    String stage();

    default int roundAfter(int round) {
        return round;
    }

    default int waitsAfter(int waits) {
        return 0;
    }

    default int unknownLooks() {
        return 0;
    }

    default Optional<Instant> retryAt() {
        return Optional.empty();
    }

    default Optional<Instant> lookAt() {
        return Optional.empty();
    }

    default Optional<Instant> doneAt() {
        return Optional.empty();
    }

    default Optional<BlockReason> blocked() {
        return Optional.empty();
    }

    default Optional<Integer> met() {
        return Optional.empty();
    }

    default Optional<ErrorNote> why() {
        return Optional.empty();
    }

    /** Erased as far as the eraser knows; looked at from then on. */
    record AwaitLook(Instant nextLookAt, Instant expectedAt) implements JobMove {
        @Override
        public JobState to() {
            return JobState.AWAITING_VERIFICATION;
        }

        @Override
        public String stage() {
            return "ERASED";
        }

        @Override
        public Optional<Instant> lookAt() {
            return Optional.of(nextLookAt);
        }

        @Override
        public Optional<Instant> doneAt() {
            return Optional.of(expectedAt);
        }
    }

    /**
     * Looked at, and to be looked at again.
     *
     * @param unknownLooks how many looks in a row could not tell
     */
    record LookAgain(Instant nextLookAt, Instant expectedAt, int unknownLooks, Optional<ErrorNote> note)
            implements JobMove {
        @Override
        public JobState to() {
            return JobState.AWAITING_VERIFICATION;
        }

        @Override
        public String stage() {
            return "LOOKED_AT";
        }

        @Override
        public Optional<Instant> lookAt() {
            return Optional.of(nextLookAt);
        }

        @Override
        public Optional<Instant> doneAt() {
            return Optional.of(expectedAt);
        }

        @Override
        public Optional<ErrorNote> why() {
            return note;
        }
    }

    /** Something can be tried again. */
    record Wait(Instant nextRetryAt, ErrorNote note) implements JobMove {
        @Override
        public JobState to() {
            return JobState.WAITING_RETRY;
        }

        @Override
        public String stage() {
            return "WAITING";
        }

        /** A pause is nobody's failure. */
        @Override
        public int waitsAfter(int waits) {
            return note.errorClass().equals("PAUSED") ? waits : waits + 1;
        }

        @Override
        public Optional<Instant> retryAt() {
            return Optional.of(nextRetryAt);
        }

        @Override
        public Optional<ErrorNote> why() {
            return Optional.of(note);
        }
    }

    /** Something was found after all: everything is erased again, and proved anew. */
    record NextRound(Instant nextRetryAt, ErrorNote note) implements JobMove {
        @Override
        public JobState to() {
            return JobState.WAITING_RETRY;
        }

        @Override
        public String stage() {
            return "FOUND_AGAIN";
        }

        @Override
        public int roundAfter(int round) {
            return round + 1;
        }

        @Override
        public Optional<Instant> retryAt() {
            return Optional.of(nextRetryAt);
        }

        @Override
        public Optional<ErrorNote> why() {
            return Optional.of(note);
        }
    }

    /** Only a person can help. */
    record Block(BlockReason reason, Optional<Integer> generationMet, Optional<ErrorNote> note) implements JobMove {
        @Override
        public JobState to() {
            return JobState.BLOCKED;
        }

        @Override
        public String stage() {
            return "BLOCKED";
        }

        @Override
        public Optional<BlockReason> blocked() {
            return Optional.of(reason);
        }

        @Override
        public Optional<Integer> met() {
            return generationMet;
        }

        @Override
        public Optional<ErrorNote> why() {
            return note;
        }
    }

    /** Proved; the database looks at the proof once more. */
    record Verify() implements JobMove {
        @Override
        public JobState to() {
            return JobState.VERIFIED;
        }

        @Override
        public String stage() {
            return "PROVED";
        }
    }
}
