package io.expunge.store.redis;

import io.expunge.store.Blindness;
import io.expunge.store.Refusal;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * A failed call, reduced to a kind and a code as soon as it is caught: no cause, no text of the server's or the client's
 * (I7). Stays inside this package; each port turns it into its own word.
 */
final class RedisFault extends RuntimeException {

    private final FaultKind kind;
    private final String code;

    RedisFault(FaultKind kind, String code) {
        super(kind + " " + code, null, false, true);
        this.kind = kind;
        this.code = code;
    }

    /** A call that changes nothing failed. */
    static RedisFault reading(Throwable failure) {
        return of(failure, FaultKind.UNAVAILABLE);
    }

    /** An UNLINK failed: without the server's own word it may still be carried out. */
    static RedisFault writing(Throwable failure) {
        return of(failure, FaultKind.AMBIGUOUS);
    }

    /** @param unanswered what it means that the server said nothing */
    private static RedisFault of(Throwable failure, FaultKind unanswered) {
        Optional<RedisCommandExecutionException> reply = inside(failure, RedisCommandExecutionException.class);
        if (reply.isPresent()) {
            ErrorReply error = ErrorReply.of(String.valueOf(reply.get().getMessage()));
            return new RedisFault(error.kind(), error.name());
        }
        if (inside(failure, SSLException.class).isPresent()) {
            return new RedisFault(FaultKind.UNAVAILABLE, "TLS");
        }
        if (inside(failure, RedisConnectionException.class).isPresent()) {
            return new RedisFault(FaultKind.UNAVAILABLE, "CONNECT");
        }
        if (inside(failure, TimeoutException.class).isPresent()) {
            return new RedisFault(unanswered, "TIMEOUT");
        }
        if (inside(failure, InterruptedException.class).isPresent()) {
            return new RedisFault(unanswered, "INTERRUPTED");
        }
        return new RedisFault(unanswered, "CLOSED");
    }

    private static <T extends Throwable> Optional<T> inside(Throwable failure, Class<T> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return Optional.of(type.cast(each));
            }
        }
        return Optional.empty();
    }

    FaultKind kind() {
        return kind;
    }

    String code() {
        return code;
    }

    /** What an eraser answers, where only a person can help. */
    Optional<Refused> refusal() {
        return switch (kind) {
            case DENIED -> Optional.of(new Refused(Refusal.DENIED, code));
            case CONFIGURATION -> Optional.of(new Refused(Refusal.CONFIGURATION, code));
            case OTHER_STORE -> Optional.of(new Refused(Refusal.OTHER_STORE, code));
            case UNAVAILABLE, CONTENDED, THROTTLED, AMBIGUOUS -> Optional.empty();
        };
    }

    /** What a probe answers. */
    Unknown unknown() {
        return switch (kind) {
            case DENIED -> new Unknown(Blindness.DENIED, code);
            case CONFIGURATION -> new Unknown(Blindness.BLIND, code);
            case OTHER_STORE -> new Unknown(Blindness.OTHER_STORE, code);
            case UNAVAILABLE, CONTENDED, THROTTLED, AMBIGUOUS -> new Unknown(Blindness.UNAVAILABLE, code);
        };
    }

    /** What is thrown where the port has no better word. */
    StoreException toException(String store) {
        return switch (kind) {
            case CONTENDED -> new StoreException.Contended(store, code);
            case THROTTLED -> new StoreException.Throttled(store, code);
            case AMBIGUOUS -> new StoreException.Ambiguous(store, code);
            case UNAVAILABLE -> new StoreException.Unavailable(store, code);
            case DENIED, CONFIGURATION, OTHER_STORE ->
                new StoreException.Refused(store, refusal().orElseThrow().refusal(), code);
        };
    }
}
