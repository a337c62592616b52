package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static io.expunge.store.opensearch.SearchScopes.TICKETS;
import static io.expunge.store.opensearch.SearchScopes.TICKETS_INDEX;
import static io.expunge.store.opensearch.SearchScopes.subject;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.expunge.catalog.OnReopen;
import io.expunge.store.Blindness;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import io.expunge.store.opensearch.SearchProxy.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a server behind a proxy can answer, lose and refuse. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchOddAnswersIT extends WithSearch {

    private final Scope tickets = SearchScopes.of(TICKETS);
    private final SearchProxy proxy;
    private final Eraser behindProxy;
    private final Probe probeBehindProxy;

    OpenSearchOddAnswersIT() throws IOException {
        proxy = new SearchProxy(server.url());
        StoreAccess login = proxy.login("everybody", ".*");
        behindProxy = connector.eraser(SEARCH, login);
        probeBehindProxy = connector.probe(SEARCH, login);
    }

    @BeforeEach
    void fill() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 7);
    }

    @AfterEach
    void close() {
        behindProxy.close();
        probeBehindProxy.close();
        proxy.close();
    }

    /** Trap 27: written again since the refresh, so found as it was and not deleted; naively, 200 and no failures. */
    @Test
    void documents_that_are_written_again_meanwhile_are_gone_in_the_next_round() {
        writeAgainBeforeADeletion(1, 3, 1);

        SliceResult result = erase();

        assertThat(result.outcomes()).containsValue(new Deleted(7));
        assertThat(result.disturbed()).isTrue();
        assertThat(result.next()).isEmpty();
        assertThat(raw.documents("tickets")).isEmpty();
    }

    @Test
    void a_plain_deletion_leaves_such_documents_and_says_nothing_of_it() {
        raw.call("POST", "/tickets/_refresh");
        writeAgain(3, 1);

        JsonNode plain =
                raw.call("POST", "/tickets/_delete_by_query?conflicts=proceed", "{\"query\": {\"match_all\": {}}}");

        assertThat(plain.path("failures").isEmpty()).isTrue();
        assertThat(raw.documents("tickets")).hasSize(3);
    }

    @Test
    void documents_that_are_always_written_again_are_no_endless_pass() {
        writeAgainBeforeADeletion(Integer.MAX_VALUE, 7, 1);

        assertThat(catchThrowable(this::erase))
                .isInstanceOf(StoreException.Contended.class)
                .hasMessageContaining("VERSION_CONFLICT");
        assertThat(raw.documents("tickets")).hasSize(7);
    }

    /** The fence within the store: found as the old generation's, and by then the new one's. */
    @Test
    void a_document_that_a_later_generation_took_over_meanwhile_stays() {
        writeAgainBeforeADeletion(1, 3, 2);

        SliceResult result = erase();

        assertThat(result.outcomes()).containsValue(new Deleted(4));
        assertThat(result.next()).isEmpty();
        assertThat(raw.documents("tickets"))
                .hasSize(3)
                .allMatch(left -> left.source().path("generation").asInt() == 2);
    }

    /** Behind the eraser's refresh: in the segments there is still the older version. */
    private void writeAgainBeforeADeletion(int times, int documents, int generation) {
        AtomicInteger left = new AtomicInteger(times);
        proxy.answering(call -> {
            if (call.call().contains("_delete_by_query") && left.getAndDecrement() > 0) {
                writeAgain(documents, generation);
            }
            return Optional.empty();
        });
    }

    private void writeAgain(int documents, int generation) {
        raw.call("POST", "/tickets/_search", "{\"size\": " + documents + "}")
                .path("hits")
                .path("hits")
                .values()
                .forEach(hit ->
                        raw.call("PUT", "/tickets/_doc/" + hit.path("_id").asString(), """
                        {"tenant": "acme", "generation": %d, "again": true}""".formatted(generation)));
    }

    /** The deletion is carried out, and nobody hears of it. */
    @Test
    void a_lost_answer_is_ambiguous_and_what_it_began_is_found_done() {
        AtomicInteger lost = new AtomicInteger();
        proxy.rewriting(
                reply -> reply.body().startsWith("{\"task\":") && lost.getAndIncrement() == 0 ? Reply.SILENCE : reply);

        assertThat(catchThrowable(this::erase)).isInstanceOf(StoreException.Ambiguous.class);
        SliceResult again = erase();

        assertThat(again.next()).isEmpty();
        assertThat(raw.documents("tickets")).isEmpty();
    }

    @Test
    void a_gateway_that_gives_up_leaves_it_open_whether_the_deletion_runs() {
        answer("POST /tickets/_delete_by_query.*", new Reply(504, "<html>gateway timeout</html>"));

        assertThat(catchThrowable(this::erase))
                .isInstanceOf(StoreException.Ambiguous.class)
                .hasMessageContaining("HTTP_504");
    }

    /** A node that went took the task along. */
    @Test
    void a_task_that_nobody_knows_any_more_is_done_again() {
        answer("GET /_tasks/[^?]+", new Reply(404, """
                {"error": {"root_cause": [], "type": "resource_not_found_exception", "reason": "task of acme"},
                "status": 404}"""));

        assertThat(catchThrowable(this::erase))
                .isInstanceOf(StoreException.Ambiguous.class)
                .hasMessageContaining("TASK_LOST");
        proxy.answering(call -> Optional.empty());
        assertThat(erase().next()).isEmpty();
        assertThat(raw.documents("tickets")).isEmpty();
    }

    @Test
    void a_task_of_which_not_all_nodes_told_is_waited_for_in_vain() {
        answer("GET /_tasks\\?.*", new Reply(200, "{\"node_failures\": [{}], \"nodes\": {}}"));

        assertThat(catchThrowable(this::erase))
                .isInstanceOf(StoreException.Contended.class)
                .hasMessageContaining("TASKS_UNKNOWN");
        assertThat(look()).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "TASK"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /tickets/_refresh           | {\"_shards\": {\"total\": 2, \"successful\": 1, \"failed\": 1}}",
                "POST /tickets/_refresh           | {\"_shards\": {\"total\": 2, \"successful\": 1, \"failed\": 0}}",
                "POST /tickets/_refresh           | {}"
            })
    void a_refresh_that_left_a_shard_out_proves_nothing(String call, String reply) {
        answer(call, new Reply(200, reply));

        assertThat(catchThrowable(this::erase))
                .isInstanceOf(StoreException.Contended.class)
                .hasMessageContaining("REFRESH");
        assertThat(look()).isEqualTo(new Unknown(Blindness.INCOMPLETE, "REFRESH"));
        assertThat(raw.documents("tickets")).hasSize(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SHARDS           | \"successful\":2   | \"successful\":1",
                "SHARDS           | \"total\":2,       | \"total\":1,",
                "SHARDS           | \"total\":2,\"successful\":2 | \"total\":1,\"successful\":1",
                "SHARDS           | \"failed\":0       | \"failed\":1",
                "COUNTS           | \"failed\":0       | \"neither\":0",
                "TIMED_OUT        | \"timed_out\":false | \"timed_out\":true",
                "TIMED_OUT        | \"timed_out\":false | \"timed_in\":false",
                "TERMINATED_EARLY | \"timed_out\":false | \"timed_out\":false,\"terminated_early\":true",
                "RELATION         | \"eq\"             | \"gte\"",
                "COUNTS           | \"value\":7        | \"value\":8",
                "COUNTS           | \"value\":7        | \"value\":null",
                "COUNTS           | \"old\":{\"doc_count\":7} | \"old\":{\"doc_count\":0}",
                "COUNTS           | \"aggregations\"   | \"else\""
            })
    void a_search_that_does_not_say_that_it_saw_all_is_unknown(String code, String said, String instead) {
        proxy.rewriting(reply -> reply.body().contains("\"aggregations\"")
                ? new Reply(reply.status(), reply.body().replace(said, instead))
                : reply);

        assertThat(look()).isEqualTo(new Unknown(Blindness.INCOMPLETE, code));
    }

    /** Trap 28 on one node: the cluster state promises a copy that can't be asked. */
    @Test
    void a_copy_that_cannot_be_asked_is_unknown() {
        String copy = "\"state\":\"STARTED\",\"primary\":true,";
        proxy.rewriting(reply -> new Reply(
                reply.status(),
                reply.body().contains("\"routing_table\"")
                        ? reply.body()
                                .replaceFirst(
                                        "\\{" + copy,
                                        "{\"state\":\"STARTED\",\"primary\":false,\"shard\":0,\"node\":\"elsewhere\"},{"
                                                + copy)
                        : reply.body().replace("\"successful\":2,\"failed\"", "\"successful\":3,\"failed\"")));

        assertThat(look())
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.why()).isIn(Blindness.INCOMPLETE, Blindness.BLIND));
    }

    @Test
    void an_index_made_anew_while_it_is_counted_is_unknown() {
        AtomicInteger states = new AtomicInteger();
        proxy.rewriting(reply -> {
            if (reply.body().contains("\"routing_table\"") && states.getAndIncrement() == 0) {
                raw.call("DELETE", "/tickets");
                raw.call("PUT", "/tickets", TICKETS_INDEX);
            }
            return reply;
        });

        assertThat(look()).isEqualTo(new Unknown(Blindness.INCOMPLETE, "TOPOLOGY"));
    }

    @Test
    void a_cluster_that_does_not_say_who_it_is_is_unavailable() {
        answer("GET /_cluster/state.*", new Reply(200, "{\"cluster_uuid\": \"_na_\", \"version\": 0}"));

        assertThat(catchThrowable(this::erase)).isInstanceOf(StoreException.Unavailable.class);
        assertThat(catchThrowable(behindProxy::position)).isInstanceOf(StoreException.Unavailable.class);
        assertThat(look()).isEqualTo(new Unknown(Blindness.UNAVAILABLE, "CLUSTER_STATE"));
    }

    @Test
    void a_wrong_password_is_denied() {
        StoreAccess wrong = new StoreAccess(proxy.url(), "everybody", "wrong");

        try (Eraser stranger = connector.eraser(SEARCH, wrong);
                Probe strangersProbe = connector.probe(SEARCH, wrong)) {
            assertThat(stranger.erase(slice(tickets, ResumePoint.START, 10, LIMIT))
                            .outcomes())
                    .containsValue(new Refused(Refusal.DENIED, "HTTP_401"));
            assertThat(strangersProbe.look(tickets, List.of(Question.about(subject("acme", 1)))))
                    .containsValue(new Unknown(Blindness.DENIED, "HTTP_401"));
        }
    }

    /** Not to be told from a copy that is behind, so not to be passed over. */
    @Test
    void a_verifier_that_may_not_refresh_is_denied() {
        StoreAccess login = proxy.login("half-blind", "GET .*", "POST /tickets/_search.*");

        try (Probe halfBlind = connector.probe(SEARCH, login)) {
            assertThat(halfBlind.look(tickets, List.of(Question.about(subject("acme", 1)))))
                    .containsValue(new Unknown(Blindness.DENIED, "SECURITY"));
        }
    }

    @Test
    void a_right_that_is_taken_away_in_mid_pass_is_a_refusal_and_resumes_when_it_is_back() {
        AtomicInteger allowed = new AtomicInteger(1);
        proxy.answering(call -> call.call().contains("_delete_by_query") && allowed.getAndDecrement() <= 0
                ? Optional.of(new Reply(403, "{\"error\": {\"type\": \"security_exception\"}, \"status\": 403}"))
                : Optional.empty());

        SliceResult first = erase(3);
        SliceResult second = behindProxy.erase(slice(tickets, first.next().orElseThrow(), 3, LIMIT));
        proxy.answering(call -> Optional.empty());
        SliceResult third = behindProxy.erase(slice(tickets, first.next().orElseThrow(), 10, LIMIT));

        assertThat(first.outcomes()).containsValue(new Deleted(3));
        assertThat(second.outcomes()).containsValue(new Refused(Refusal.DENIED, "SECURITY"));
        assertThat(third.outcomes()).containsValue(new Deleted(4));
        assertThat(third.next()).isEmpty();
    }

    /** Within one slice, what was acknowledged is kept, and the next slice meets what is in the way. */
    @Test
    void what_was_deleted_before_a_failure_is_acknowledged() {
        AtomicInteger allowed = new AtomicInteger(1);
        proxy.answering(call -> call.call().contains("_delete_by_query") && allowed.getAndDecrement() <= 0
                ? Optional.of(new Reply(503, ""))
                : Optional.empty());

        SliceResult first = erase(100);

        assertThat(first.outcomes()).containsValue(new Deleted(7));
        assertThat(first.next()).isPresent();
        assertThat(first.disturbed()).isTrue();
        assertThat(catchThrowable(
                        () -> behindProxy.erase(slice(tickets, first.next().orElseThrow(), 10, LIMIT))))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void a_rejected_execution_throttles() {
        answer("POST /tickets/_delete_by_query.*", new Reply(429, """
                {"error": {"type": "opensearch_rejected_execution_exception", "reason": "of acme"}, "status": 429}"""));

        assertThat(catchThrowable(this::erase)).isInstanceOf(StoreException.Throttled.class);
    }

    @Test
    void a_server_that_says_nothing_is_unavailable_by_the_deadline() {
        CountDownLatch heard = new CountDownLatch(1);
        proxy.answering(call -> {
            awaitUninterruptibly(heard);
            return Optional.empty();
        });
        long start = System.nanoTime();
        try {
            assertThat(catchThrowable(
                            () -> behindProxy.erase(slice(tickets, ResumePoint.START, 10, Duration.ofMillis(300)))))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("TIMEOUT");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1_800));
        } finally {
            heard.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .as("the caller gave up first")
                    .isTrue();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Addresses stand in access logs; a task's name and description in everybody's list. */
    @Test
    void no_address_bears_a_tenants_id() {
        Subject odd = subject("zq7-marker-9xk", 1);
        behindProxy.erase(
                new Slice(tickets, List.of(new Target("task-1", odd)), ResumePoint.START, 10, LIMIT, OnReopen.STOP));
        probeBehindProxy.look(tickets, List.of(Question.about(odd)));

        assertThat(proxy.seen()).hasSizeGreaterThan(8);
        assertThat(proxy.seen()).noneMatch(seen -> seen.call().contains("zq7"));
        assertThat(proxy.seen()).anyMatch(seen -> seen.body().contains("zq7"));
    }

    private void answer(String call, Reply reply) {
        proxy.answering(seen -> seen.call().matches(call) ? Optional.of(reply) : Optional.empty());
    }

    private SliceResult erase() {
        return erase(100);
    }

    private SliceResult erase(int items) {
        return behindProxy.erase(slice(tickets, ResumePoint.START, items, LIMIT));
    }

    private Sighting look() {
        Question question = Question.about(subject("acme", 1));
        return requireNonNull(probeBehindProxy.look(tickets, List.of(question)).get(question.subject()));
    }
}
