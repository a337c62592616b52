package io.expunge.store.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.Blindness;
import io.expunge.store.Refusal;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of errors, row by row. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchFaultTest {

    @ParameterizedTest
    @CsvSource({
        "401, -, DENIED, DENIED, HTTP_401",
        "403, -, DENIED, DENIED, HTTP_403",
        "403, security_exception, DENIED, DENIED, SECURITY",
        "403, cluster_block_exception, CONFIGURATION, CONFIGURATION, CLUSTER_BLOCK",
        "429, cluster_block_exception, THROTTLED, THROTTLED, CLUSTER_BLOCK",
        "503, cluster_block_exception, UNAVAILABLE, UNAVAILABLE, CLUSTER_BLOCK",
        "0, cluster_block_exception, CONTENDED, CONTENDED, CLUSTER_BLOCK",
        "404, index_not_found_exception, MISSING, MISSING, INDEX_NOT_FOUND",
        "404, resource_not_found_exception, CONFIGURATION, CONFIGURATION, HTTP_404",
        "400, index_closed_exception, CONFIGURATION, CONFIGURATION, INDEX_CLOSED",
        "400, parsing_exception, CONFIGURATION, CONFIGURATION, PARSING",
        "400, x_content_parse_exception, CONFIGURATION, CONFIGURATION, X_CONTENT_PARSE",
        "400, mapper_parsing_exception, CONFIGURATION, CONFIGURATION, MAPPER_PARSING",
        "400, query_shard_exception, CONFIGURATION, CONFIGURATION, QUERY_SHARD",
        "400, illegal_argument_exception, CONFIGURATION, CONFIGURATION, ILLEGAL_ARGUMENT",
        "400, action_request_validation_exception, CONFIGURATION, CONFIGURATION, ACTION_REQUEST_VALIDATION",
        "400, invalid_index_name_exception, CONFIGURATION, CONFIGURATION, INVALID_INDEX_NAME",
        "400, -, CONFIGURATION, CONFIGURATION, HTTP_400",
        "302, -, CONFIGURATION, CONFIGURATION, HTTP_302",
        "413, -, CONFIGURATION, CONFIGURATION, HTTP_413",
        "409, version_conflict_engine_exception, CONTENDED, CONTENDED, VERSION_CONFLICT_ENGINE",
        "404, search_context_missing_exception, CONTENDED, CONTENDED, SEARCH_CONTEXT_MISSING",
        "429, rejected_execution_exception, THROTTLED, THROTTLED, REJECTED_EXECUTION",
        "429, opensearch_rejected_execution_exception, THROTTLED, THROTTLED, OPENSEARCH_REJECTED_EXECUTION",
        "429, es_rejected_execution_exception, THROTTLED, THROTTLED, ES_REJECTED_EXECUTION",
        "429, circuit_breaking_exception, THROTTLED, THROTTLED, CIRCUIT_BREAKING",
        "503, circuit_breaking_exception, THROTTLED, THROTTLED, CIRCUIT_BREAKING",
        "429, too_many_scroll_contexts_exception, THROTTLED, THROTTLED, TOO_MANY_SCROLL_CONTEXTS",
        "429, -, THROTTLED, THROTTLED, HTTP_429",
        "503, search_phase_execution_exception, CONTENDED, CONTENDED, SEARCH_PHASE_EXECUTION",
        "503, no_shard_available_action_exception, CONTENDED, CONTENDED, NO_SHARD_AVAILABLE_ACTION",
        "503, unavailable_shards_exception, CONTENDED, CONTENDED, UNAVAILABLE_SHARDS",
        "400, task_cancelled_exception, CONTENDED, CONTENDED, TASK_CANCELLED",
        "500, receive_timeout_transport_exception, CONTENDED, CONTENDED, RECEIVE_TIMEOUT_TRANSPORT",
        "503, cluster_manager_not_discovered_exception, UNAVAILABLE, UNAVAILABLE, CLUSTER_MANAGER_NOT_DISCOVERED",
        "503, master_not_discovered_exception, UNAVAILABLE, UNAVAILABLE, MASTER_NOT_DISCOVERED",
        "503, process_cluster_event_timeout_exception, UNAVAILABLE, UNAVAILABLE, PROCESS_CLUSTER_EVENT_TIMEOUT",
        "500, node_closed_exception, UNAVAILABLE, UNAVAILABLE, NODE_CLOSED",
        "500, node_disconnected_exception, UNAVAILABLE, UNAVAILABLE, NODE_DISCONNECTED",
        "500, node_not_connected_exception, UNAVAILABLE, UNAVAILABLE, NODE_NOT_CONNECTED",
        "500, -, CONTENDED, CONTENDED, HTTP_500",
        "0, null_pointer_exception, CONTENDED, CONTENDED, UNKNOWN",
        "503, -, UNAVAILABLE, UNAVAILABLE, HTTP_503",
        "502, -, UNAVAILABLE, AMBIGUOUS, HTTP_502",
        "504, -, UNAVAILABLE, AMBIGUOUS, HTTP_504",
        "408, -, UNAVAILABLE, AMBIGUOUS, HTTP_408",
    })
    void what_an_answer_means(int status, String type, FaultKind reading, FaultKind writing, String code) {
        JsonNode error = error(type);

        assertThat(SearchFault.answered(status, error, false))
                .extracting(SearchFault::kind, SearchFault::code)
                .containsExactly(reading, code);
        assertThat(SearchFault.answered(status, error, true))
                .extracting(SearchFault::kind, SearchFault::code)
                .containsExactly(writing, code);
    }

    @ParameterizedTest
    @EnumSource
    void every_type_is_known_by_the_word_that_a_server_writes(ErrorType type) {
        assertThat(ErrorType.of(type.code().toLowerCase(java.util.Locale.ROOT) + "_exception"))
                .contains(type);
    }

    @Test
    void a_search_that_failed_on_its_shards_is_known_by_what_failed_there() {
        JsonNode error = JsonMapper.shared().readTree("""
                {"type": "search_phase_execution_exception", "reason": "all shards failed",
                 "root_cause": [{"type": "circuit_breaking_exception", "reason": "of acme"}]}""");

        assertThat(SearchFault.answered(503, error, false).code()).isEqualTo("CIRCUIT_BREAKING");
    }

    @Test
    void what_a_proxy_says_is_no_error_of_the_servers() {
        JsonNode text = JsonMapper.shared().readTree("\"Unauthorized\"");

        assertThat(SearchFault.answered(401, text, false).code()).isEqualTo("HTTP_401");
    }

    @Test
    void silence_means_that_a_deletion_may_have_been_carried_out() {
        assertThat(kinds(new ExecutionException(new ConnectException("of acme"))))
                .containsExactly(FaultKind.UNAVAILABLE, FaultKind.UNAVAILABLE);
        assertThat(kinds(new ConnectTimeoutException("of acme")))
                .containsExactly(FaultKind.UNAVAILABLE, FaultKind.UNAVAILABLE);
        assertThat(kinds(new SSLHandshakeException("of acme")))
                .containsExactly(FaultKind.UNAVAILABLE, FaultKind.UNAVAILABLE);
        assertThat(kinds(new SocketTimeoutException("of acme")))
                .containsExactly(FaultKind.UNAVAILABLE, FaultKind.AMBIGUOUS);
        assertThat(kinds(new TimeoutException())).containsExactly(FaultKind.UNAVAILABLE, FaultKind.AMBIGUOUS);
        assertThat(kinds(new IOException("connection reset by acme")))
                .containsExactly(FaultKind.UNAVAILABLE, FaultKind.AMBIGUOUS);
        assertThat(kinds(new InterruptedException())).containsExactly(FaultKind.UNAVAILABLE, FaultKind.AMBIGUOUS);
    }

    @Test
    void nothing_of_what_was_said_stays() {
        SearchFault answered = SearchFault.answered(403, error("security_exception"), true);
        SearchFault silent = SearchFault.unanswered(new IOException("of acme"), true);

        assertThat(answered).hasNoCause().message().doesNotContain("acme");
        assertThat(silent).hasNoCause().message().doesNotContain("acme");
    }

    @Test
    void each_port_has_a_word_for_each_kind() {
        assertThat(fault(FaultKind.DENIED).refusal()).contains(new Refused(Refusal.DENIED, "CODE"));
        assertThat(fault(FaultKind.MISSING).refusal()).contains(new Refused(Refusal.MISSING_CONTAINER, "CODE"));
        assertThat(fault(FaultKind.CONFIGURATION).refusal()).contains(new Refused(Refusal.CONFIGURATION, "CODE"));
        assertThat(fault(FaultKind.UNAVAILABLE).refusal()).isEmpty();
        assertThat(fault(FaultKind.UNAVAILABLE).toException("search")).isInstanceOf(StoreException.Unavailable.class);
        assertThat(fault(FaultKind.CONTENDED).toException("search")).isInstanceOf(StoreException.Contended.class);
        assertThat(fault(FaultKind.THROTTLED).toException("search")).isInstanceOf(StoreException.Throttled.class);
        assertThat(fault(FaultKind.AMBIGUOUS).toException("search")).isInstanceOf(StoreException.Ambiguous.class);
        assertThat(fault(FaultKind.DENIED).toException("search")).isInstanceOf(StoreException.Refused.class);
        assertThat(fault(FaultKind.MISSING).toException("search")).isInstanceOf(StoreException.Refused.class);
        assertThat(fault(FaultKind.CONFIGURATION).toException("search")).isInstanceOf(StoreException.Refused.class);
        assertThat(fault(FaultKind.DENIED).unknown()).isEqualTo(new Unknown(Blindness.DENIED, "CODE"));
        assertThat(fault(FaultKind.MISSING).unknown()).isEqualTo(new Unknown(Blindness.MISSING_CONTAINER, "CODE"));
        assertThat(fault(FaultKind.CONFIGURATION).unknown()).isEqualTo(new Unknown(Blindness.BLIND, "CODE"));
        assertThat(fault(FaultKind.CONTENDED).unknown()).isEqualTo(new Unknown(Blindness.INCOMPLETE, "CODE"));
        assertThat(fault(FaultKind.THROTTLED).unknown()).isEqualTo(new Unknown(Blindness.UNAVAILABLE, "CODE"));
    }

    private static FaultKind[] kinds(Exception failure) {
        return new FaultKind[] {
            SearchFault.unanswered(failure, false).kind(),
            SearchFault.unanswered(failure, true).kind()
        };
    }

    private static SearchFault fault(FaultKind kind) {
        return new SearchFault(kind, "CODE");
    }

    private static JsonNode error(String type) {
        return JsonMapper.shared().readTree("{\"type\": \"%s\", \"reason\": \"of acme\"}".formatted(type));
    }
}
