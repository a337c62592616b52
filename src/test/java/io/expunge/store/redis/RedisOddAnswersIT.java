package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static io.expunge.store.redis.Scopes.PATTERN;
import static io.expunge.store.redis.Scopes.subject;
import static io.expunge.store.redis.Scopes.target;
import static io.expunge.store.redis.ScriptedRedis.info;
import static io.expunge.store.redis.ScriptedRedis.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.expunge.catalog.OnReopen;
import io.expunge.store.Blindness;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.ResumePoint;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisOddAnswersIT {

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());

    @Test
    void a_key_that_comes_twice_is_one_key_and_an_empty_page_is_no_end() {
        Function<List<String>, String> script = command -> switch (command.get(0)) {
            case "INFO" -> info("aa", "bb");
            default ->
                switch (command.get(1)) {
                    case "0" -> page("5", "t:acme:g1:x", "t:acme:g1:x");
                    case "5" -> page("3");
                    default -> page("0", "t:acme:g1:x", "t:acme:g1:y");
                };
        };

        assertThat(look(script)).isEqualTo(new Seen(2, 0, 0, new Position("aa/bb/0")));
    }

    @Test
    void what_the_server_sends_beyond_what_was_asked_for_is_left_alone() {
        List<List<String>> unlinked = Collections.synchronizedList(new ArrayList<>());
        Function<List<String>, String> script = command -> switch (command.get(0)) {
            case "INFO" -> info("aa", "bb");
            case "SCAN" -> page("0", "t:acme2:g1:x", "t:acme:g1:x", "t:acme:g2:x", "t:acme:x", "T:ACME:g1:x", "acme");
            default -> {
                unlinked.add(List.copyOf(command));
                yield ":1\r\n";
            }
        };

        SliceResult result = erase(script, ResumePoint.START);

        assertThat(result.outcomes()).containsValue(new Deleted(1));
        assertThat(unlinked).containsExactly(List.of("UNLINK", "t:acme:g1:x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aa/cc", "dd/bb"})
    void a_dataset_that_was_exchanged_during_the_look_makes_it_incomplete(String then) {
        AtomicInteger asked = new AtomicInteger();
        String[] ids = then.split("/", 2);
        Function<List<String>, String> script = command -> switch (command.get(0)) {
            case "INFO" -> asked.getAndIncrement() == 0 ? info("aa", "bb") : info(ids[0], ids[1]);
            default -> page("0");
        };

        assertThat(look(script)).isEqualTo(new Unknown(Blindness.INCOMPLETE, "TOPOLOGY"));
    }

    @Test
    void a_cursor_is_not_used_on_another_dataset_of_the_same_process() {
        List<String> cursors = Collections.synchronizedList(new ArrayList<>());
        Function<List<String>, String> script = command -> {
            if (command.get(0).equals("SCAN")) {
                cursors.add(command.get(1));
            }
            return command.get(0).equals("INFO") ? info("aa", "bb") : page("0");
        };

        SliceResult same = erase(script, new ResumePoint("aa/bb/17"));
        SliceResult exchanged = erase(script, new ResumePoint("aa/cc/17"));

        assertThat(cursors).containsExactly("17", "0");
        assertThat(same.disturbed()).isFalse();
        assertThat(exchanged.disturbed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"loading:1", "cluster_enabled:1"})
    void a_server_that_is_not_fit_is_neither_erased_nor_believed(String unfit) {
        List<String> commands = Collections.synchronizedList(new ArrayList<>());
        Function<List<String>, String> script = command -> {
            commands.add(command.get(0));
            String field = unfit.replace('1', '0');
            return info("aa", "bb").replace(field, unfit);
        };

        Sighting sighting = look(script);
        Throwable failure = catchThrowable(() -> erase(script, ResumePoint.START));

        assertThat(commands).containsOnly("INFO");
        if (unfit.startsWith("loading")) {
            assertThat(sighting).isEqualTo(new Unknown(Blindness.UNAVAILABLE, "LOADING"));
            assertThat(failure).isInstanceOf(StoreException.Unavailable.class);
        } else {
            assertThat(sighting).isEqualTo(new Unknown(Blindness.INCOMPLETE, "CLUSTER"));
            assertThat(failure).isNull();
        }
    }

    @Test
    void the_words_of_an_error_stay_inside() {
        Function<List<String>, String> script = command -> switch (command.get(0)) {
            case "INFO" -> info("aa", "bb");
            case "SCAN" -> page("0", "t:acme:g1:zq7-marker-9xk");
            default -> "-OOM zq7-marker-9xk doesn't fit\r\n";
        };

        Throwable failure = catchThrowable(() -> erase(script, ResumePoint.START));

        assertThat(failure)
                .isInstanceOf(StoreException.Throttled.class)
                .hasMessage("store cache: throttled (OOM)")
                .hasNoCause()
                .hasNoSuppressedExceptions();
    }

    @Test
    void a_position_that_no_redis_gave_is_another_stores() {
        Function<List<String>, String> script = command -> command.get(0).equals("INFO") ? info("aa", "bb") : page("0");
        try (ScriptedRedis server = new ScriptedRedis(script);
                Probe probe = connector.probe(CACHE, server.access())) {
            Question strange = new Question(subject("acme", 1), Position.NONE, new Position("0/16B3748"));

            assertThat(probe.look(Scopes.of(PATTERN), List.of(strange)))
                    .containsValue(new Unknown(Blindness.OTHER_STORE, "POSITION"));
        }
    }

    private Sighting look(Function<List<String>, String> script) {
        try (ScriptedRedis server = new ScriptedRedis(script);
                Probe probe = connector.probe(CACHE, server.access())) {
            return probe.look(Scopes.of(PATTERN), List.of(Question.about(subject("acme", 1)))).values().stream()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private SliceResult erase(Function<List<String>, String> script, ResumePoint from) {
        try (ScriptedRedis server = new ScriptedRedis(script);
                Eraser eraser = connector.eraser(CACHE, server.access())) {
            return eraser.erase(new Slice(
                    Scopes.of(PATTERN), List.of(target("acme", 1)), from, 100, Duration.ofSeconds(10), OnReopen.STOP));
        }
    }
}
