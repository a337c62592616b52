package io.expunge.store.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Trap 27: {@code completed: true} is said of a task that was cut off, too. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeletionTest {

    private static final String GOOD = """
            {'completed': true, 'task': {'cancelled': false}, 'response': {'timed_out': false, 'total': 12, 'deleted': 12,
            'version_conflicts': 0, 'failures': []}}""";

    @Test
    void a_task_that_said_everything_is_believed() {
        assertThat(Deletion.of(json(GOOD))).isEqualTo(new Deletion(12, 12, 0));
        assertThat(Deletion.of(json(GOOD)).isDisturbed()).isFalse();
        assertThat(Deletion.of(json(GOOD)).foundNothing()).isFalse();
    }

    @Test
    void nothing_found_and_no_conflict_is_the_end() {
        assertThat(Deletion.of(json(GOOD.replace("12", "0"))).foundNothing()).isTrue();
    }

    @Test
    void a_conflict_disturbs() {
        Deletion deletion = Deletion.of(json(GOOD.replace("'deleted': 12", "'deleted': 11")
                .replace("'version_conflicts': 0", "'version_conflicts': 1")));

        assertThat(deletion.isDisturbed()).isTrue();
        assertThat(deletion.foundNothing()).isFalse();
    }

    @Test
    void fewer_deleted_than_found_disturbs() {
        assertThat(Deletion.of(json(GOOD.replace("'deleted': 12", "'deleted': 11")))
                        .isDisturbed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'failures': []          | 'failures': [], 'canceled': 'by user request'     | CONTENDED | TASK_CANCELLED",
                "'cancelled': false      | 'cancelled': true                                 | CONTENDED | TASK_CANCELLED",
                "'timed_out': false      | 'timed_out': true                                 | CONTENDED | TIMED_OUT",
                "'timed_out': false      | 'timed_out': null                                 | AMBIGUOUS | TASK_RESULT",
                "'timed_out': false,     | -                                                 | AMBIGUOUS | TASK_RESULT",
                "'total': 12             | 'total': null                                     | AMBIGUOUS | TASK_RESULT",
                "'total': 12             | 'total': 11                                       | AMBIGUOUS | TASK_RESULT",
                "'deleted': 12           | 'deleted': null                                   | AMBIGUOUS | TASK_RESULT",
                "'version_conflicts': 0, | -                                                 | AMBIGUOUS | TASK_RESULT",
                "'failures': []          | 'failures': null                                  | AMBIGUOUS | TASK_RESULT",
                "'response'              | 'elsewhere'                                       | AMBIGUOUS | TASK_RESULT",
                "'response'              | 'error': {'type': 'x_exception'}, 'response'      | CONTENDED | UNKNOWN",
                "'response'              | 'error': {'type': 'security_exception'}, 'response' | DENIED  | SECURITY",
                "[]   | [{'cause': {'type': 'cluster_block_exception'}, 'status': 403}]     | CONFIGURATION | CLUSTER_BLOCK",
                "[]   | [{'cause': {'type': 'cluster_block_exception'}, 'status': 429}]     | THROTTLED | CLUSTER_BLOCK",
                "[]   | [{'reason': {'type': 'search_context_missing_exception'}, 'shard': 1}] | CONTENDED | SEARCH_CONTEXT_MISSING",
                "[]   | [{}]                                                                | CONTENDED | UNKNOWN"
            })
    void whatever_is_not_said_is_not_taken_for_good(String said, String instead, FaultKind kind, String code) {
        String answer = GOOD.replace(said, instead.equals("-") ? "" : instead);
        assertThat(answer).isNotEqualTo(GOOD);

        SearchFault fault = catchThrowableOfType(SearchFault.class, () -> Deletion.of(json(answer)));

        assertThat(fault).isNotNull();
        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.code()).isEqualTo(code);
    }

    private static JsonNode json(String quotedOtherwise) {
        return JsonMapper.shared().readTree(quotedOtherwise.replace('\'', '"'));
    }
}
