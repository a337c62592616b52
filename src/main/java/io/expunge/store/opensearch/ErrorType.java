package io.expunge.store.opensearch;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The exception types of OpenSearch that mean something to us, and what follows from each. Only these words ever leave the
 * package: a reason quotes queries and values.
 */
enum ErrorType {
    SECURITY_EXCEPTION(FaultKind.DENIED),

    INDEX_NOT_FOUND_EXCEPTION(FaultKind.MISSING),

    /** What it means hangs on the status; see {@link SearchFault}. */
    CLUSTER_BLOCK_EXCEPTION(FaultKind.CONFIGURATION),
    INDEX_CLOSED_EXCEPTION(FaultKind.CONFIGURATION),
    PARSING_EXCEPTION(FaultKind.CONFIGURATION),
    X_CONTENT_PARSE_EXCEPTION(FaultKind.CONFIGURATION),
    MAPPER_PARSING_EXCEPTION(FaultKind.CONFIGURATION),
    QUERY_SHARD_EXCEPTION(FaultKind.CONFIGURATION),
    ILLEGAL_ARGUMENT_EXCEPTION(FaultKind.CONFIGURATION),
    ACTION_REQUEST_VALIDATION_EXCEPTION(FaultKind.CONFIGURATION),
    INVALID_INDEX_NAME_EXCEPTION(FaultKind.CONFIGURATION),

    REJECTED_EXECUTION_EXCEPTION(FaultKind.THROTTLED),
    OPENSEARCH_REJECTED_EXECUTION_EXCEPTION(FaultKind.THROTTLED),
    ES_REJECTED_EXECUTION_EXCEPTION(FaultKind.THROTTLED),
    CIRCUIT_BREAKING_EXCEPTION(FaultKind.THROTTLED),
    TOO_MANY_SCROLL_CONTEXTS_EXCEPTION(FaultKind.THROTTLED),

    /** Shards of this index are missing or failed. */
    SEARCH_PHASE_EXECUTION_EXCEPTION(FaultKind.CONTENDED),
    NO_SHARD_AVAILABLE_ACTION_EXCEPTION(FaultKind.CONTENDED),
    UNAVAILABLE_SHARDS_EXCEPTION(FaultKind.CONTENDED),
    /** The scroll was over before its next page was asked for. */
    SEARCH_CONTEXT_MISSING_EXCEPTION(FaultKind.CONTENDED),
    VERSION_CONFLICT_ENGINE_EXCEPTION(FaultKind.CONTENDED),
    TASK_CANCELLED_EXCEPTION(FaultKind.CONTENDED),
    RECEIVE_TIMEOUT_TRANSPORT_EXCEPTION(FaultKind.CONTENDED),

    CLUSTER_MANAGER_NOT_DISCOVERED_EXCEPTION(FaultKind.UNAVAILABLE),
    MASTER_NOT_DISCOVERED_EXCEPTION(FaultKind.UNAVAILABLE),
    PROCESS_CLUSTER_EVENT_TIMEOUT_EXCEPTION(FaultKind.UNAVAILABLE),
    NODE_CLOSED_EXCEPTION(FaultKind.UNAVAILABLE),
    NODE_DISCONNECTED_EXCEPTION(FaultKind.UNAVAILABLE),
    NODE_NOT_CONNECTED_EXCEPTION(FaultKind.UNAVAILABLE);

    private final FaultKind kind;

    ErrorType(FaultKind kind) {
        this.kind = kind;
    }

    FaultKind kind() {
        return kind;
    }

    static Optional<ErrorType> of(String written) {
        String name = written.toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(known -> known.name().equals(name))
                .findFirst();
    }

    /** The word without what every one of them ends in. */
    String code() {
        return name().substring(0, name().length() - "_EXCEPTION".length());
    }
}
