package io.expunge.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisFaultTest {

    /** A row for each error that Redis has a word for: reply, code, error class or refusal, blindness. */
    @ParameterizedTest
    @CsvSource({
        "READONLY You can't write against a read only replica., READONLY, UNAVAILABLE, UNAVAILABLE",
        "LOADING Redis is loading the dataset in memory, LOADING, UNAVAILABLE, UNAVAILABLE",
        "MASTERDOWN Link with MASTER is down, MASTERDOWN, UNAVAILABLE, UNAVAILABLE",
        "CLUSTERDOWN The cluster is down, CLUSTERDOWN, UNAVAILABLE, UNAVAILABLE",
        "NOREPLICAS Not enough good replicas to write., NOREPLICAS, UNAVAILABLE, UNAVAILABLE",
        "MISCONF Redis is configured to save RDB snapshots, MISCONF, UNAVAILABLE, UNAVAILABLE",
        "BUSY Redis is busy running a script., BUSY, UNAVAILABLE, UNAVAILABLE",
        "TRYAGAIN Multiple keys request during rehashing of slot, TRYAGAIN, CONTENDED, UNAVAILABLE",
        "MOVED 3999 127.0.0.1:6381, MOVED, CONTENDED, UNAVAILABLE",
        "ASK 3999 127.0.0.1:6381, ASK, CONTENDED, UNAVAILABLE",
        "OOM command not allowed when used memory > 'maxmemory'., OOM, THROTTLED, UNAVAILABLE",
        "ERR max number of clients reached, MAXCLIENTS, THROTTLED, UNAVAILABLE",
        "NOAUTH Authentication required., NOAUTH, DENIED, DENIED",
        "WRONGPASS invalid username-password pair, WRONGPASS, DENIED, DENIED",
        "NOPERM this user has no permissions, NOPERM, DENIED, DENIED",
        "CROSSSLOT Keys in request don't hash to the same slot, CROSSSLOT, CONFIGURATION, BLIND",
        "WRONGTYPE Operation against a key holding the wrong kind, WRONGTYPE, CONFIGURATION, BLIND",
        "ERR unknown command `UNLINK`, ERR, CONFIGURATION, BLIND",
        "ACME is not a word of Redis, UNKNOWN, CONTENDED, UNAVAILABLE"
    })
    void each_error_reply_has_its_meaning(String reply, String code, String kind, String blindness) {
        RedisFault fault = RedisFault.writing(new ExecutionException(new RedisCommandExecutionException(reply)));

        assertThat(fault.code()).isEqualTo(code);
        assertThat(fault.refusal()
                        .map(refused -> refused.refusal().name())
                        .orElseGet(() -> fault.toException("cache").errorClass()))
                .isEqualTo(kind);
        assertThat(fault.toException("cache").errorClass()).isEqualTo(kind);
        assertThat(fault.unknown().why()).hasToString(blindness);
        assertThat(fault.unknown().code()).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource
    void a_row_is_missing_for_no_reply(ErrorReply known) {
        String reply = known == ErrorReply.MAXCLIENTS ? "ERR max number of clients reached" : known.name();

        assertThat(ErrorReply.of(reply)).isEqualTo(known);
    }

    @Test
    void a_login_refused_while_connecting_is_denied() {
        RedisConnectionException failure = new RedisConnectionException(
                "Unable to connect", new RedisCommandExecutionException("WRONGPASS invalid username-password pair"));

        assertThat(RedisFault.reading(failure).kind()).isEqualTo(FaultKind.DENIED);
    }

    @Test
    void an_unlink_without_an_answer_is_ambiguous_and_any_other_call_is_not() {
        assertThat(RedisFault.writing(new TimeoutException()).kind()).isEqualTo(FaultKind.AMBIGUOUS);
        assertThat(RedisFault.writing(new RedisException("Connection closed")).kind())
                .isEqualTo(FaultKind.AMBIGUOUS);
        assertThat(RedisFault.reading(new TimeoutException()).kind()).isEqualTo(FaultKind.UNAVAILABLE);
        assertThat(RedisFault.reading(new RedisException("Connection closed")).kind())
                .isEqualTo(FaultKind.UNAVAILABLE);
    }

    @Test
    void a_server_that_is_not_trusted_is_named_so() {
        RedisFault fault = RedisFault.reading(
                new RedisConnectionException("Unable to connect", new SSLHandshakeException("unable to find path")));

        assertThat(fault.code()).isEqualTo("TLS");
        assertThat(fault.kind()).isEqualTo(FaultKind.UNAVAILABLE);
    }

    @Test
    void nothing_of_the_servers_text_gets_out() {
        RedisFault fault =
                RedisFault.writing(new RedisCommandExecutionException("zq7-marker-9xk t:acme:g1:x has no permission"));
        StoreException exception = fault.toException("cache");

        assertThat(fault).hasNoCause().hasMessage("CONTENDED UNKNOWN");
        assertThat(exception).hasNoCause().hasMessage("store cache: contended (UNKNOWN)");
    }
}
