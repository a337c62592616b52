package io.expunge.store.opensearch;

import io.expunge.store.Blindness;
import io.expunge.store.Refusal;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.StoreException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * A failed call, reduced to a kind and a code as soon as it is known: no cause, no text of the server's or the client's
 * (I7). Stays inside this package; each port turns it into its own word.
 */
final class SearchFault extends RuntimeException {

    /** Where an error comes without a status: inside a task's result. */
    static final int NO_STATUS = 0;

    private final FaultKind kind;
    private final String code;

    SearchFault(FaultKind kind, String code) {
        super(kind + " " + code, null, false, true);
        this.kind = kind;
        this.code = code;
    }

    /**
     * The server or something before it answered with an error.
     *
     * @param error the object that holds {@code type}, or whatever else came
     * @param writes whether it would matter that the call was carried out all the same
     */
    static SearchFault answered(int status, JsonNode error, boolean writes) {
        return type(error).map(type -> of(type, status)).orElseGet(() -> ofStatus(status, writes));
    }

    /** A search that failed on its shards says there why. */
    private static Optional<ErrorType> type(JsonNode error) {
        Optional<ErrorType> outer = ErrorType.of(error.path("type").asString(""));
        return outer.equals(Optional.of(ErrorType.SEARCH_PHASE_EXECUTION_EXCEPTION))
                ? ErrorType.of(error.path("root_cause").path(0).path("type").asString(""))
                        .or(() -> outer)
                : outer;
    }

    private static SearchFault of(ErrorType type, int status) {
        if (type != ErrorType.CLUSTER_BLOCK_EXCEPTION) {
            return new SearchFault(type.kind(), type.code());
        }
        // 403 is a block that somebody set; 429 one that goes when the disk has room; 503 a cluster without a manager.
        FaultKind kind = switch (status) {
            case 403 -> FaultKind.CONFIGURATION;
            case 429 -> FaultKind.THROTTLED;
            case 503 -> FaultKind.UNAVAILABLE;
            default -> FaultKind.CONTENDED;
        };
        return new SearchFault(kind, type.code());
    }

    private static SearchFault ofStatus(int status, boolean writes) {
        FaultKind kind = switch (status) {
            case NO_STATUS, 500 -> FaultKind.CONTENDED;
            case 401, 403 -> FaultKind.DENIED;
            case 408, 502, 504 -> writes ? FaultKind.AMBIGUOUS : FaultKind.UNAVAILABLE;
            case 429 -> FaultKind.THROTTLED;
            default -> status < 500 ? FaultKind.CONFIGURATION : FaultKind.UNAVAILABLE;
        };
        return new SearchFault(kind, status == NO_STATUS ? "UNKNOWN" : "HTTP_" + status);
    }

    /** Nothing came back. */
    static SearchFault unanswered(Throwable failure, boolean writes) {
        if (inside(failure, SSLException.class)) {
            return new SearchFault(FaultKind.UNAVAILABLE, "TLS");
        }
        if (inside(failure, ConnectException.class) || inside(failure, ConnectTimeoutException.class)) {
            return new SearchFault(FaultKind.UNAVAILABLE, "CONNECT");
        }
        FaultKind kind = writes ? FaultKind.AMBIGUOUS : FaultKind.UNAVAILABLE;
        if (inside(failure, SocketTimeoutException.class) || inside(failure, TimeoutException.class)) {
            return new SearchFault(kind, "TIMEOUT");
        }
        return new SearchFault(kind, inside(failure, InterruptedException.class) ? "INTERRUPTED" : "CLOSED");
    }

    private static boolean inside(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return true;
            }
        }
        return false;
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
            case MISSING -> Optional.of(new Refused(Refusal.MISSING_CONTAINER, code));
            case CONFIGURATION -> Optional.of(new Refused(Refusal.CONFIGURATION, code));
            case OTHER_STORE -> Optional.of(new Refused(Refusal.OTHER_STORE, code));
            case UNAVAILABLE, CONTENDED, THROTTLED, AMBIGUOUS -> Optional.empty();
        };
    }

    /** What a probe answers. */
    Unknown unknown() {
        return switch (kind) {
            case DENIED -> new Unknown(Blindness.DENIED, code);
            case MISSING -> new Unknown(Blindness.MISSING_CONTAINER, code);
            case CONFIGURATION -> new Unknown(Blindness.BLIND, code);
            case OTHER_STORE -> new Unknown(Blindness.OTHER_STORE, code);
            case CONTENDED -> new Unknown(Blindness.INCOMPLETE, code);
            case UNAVAILABLE, THROTTLED, AMBIGUOUS -> new Unknown(Blindness.UNAVAILABLE, code);
        };
    }

    /** What is thrown where the port has no better word. */
    StoreException toException(String store) {
        return switch (kind) {
            case CONTENDED -> new StoreException.Contended(store, code);
            case THROTTLED -> new StoreException.Throttled(store, code);
            case AMBIGUOUS -> new StoreException.Ambiguous(store, code);
            case UNAVAILABLE -> new StoreException.Unavailable(store, code);
            case DENIED, MISSING, CONFIGURATION, OTHER_STORE ->
                new StoreException.Refused(store, refusal().orElseThrow().refusal(), code);
        };
    }
}
