package io.expunge.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.postgresql.Failure.Kind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SqlStatesTest {

    private static final String TEXT = "quotes a value";

    @ParameterizedTest
    @CsvSource({
        "40001, CONTENDED, serialization failure",
        "40P01, CONTENDED, deadlock",
        "40002, CONTENDED, rolled back by a constraint",
        "55P03, CONTENDED, lock timeout",
        "57014, CONTENDED, statement timeout",
        "40003, AMBIGUOUS, completion unknown",
        "08007, AMBIGUOUS, transaction resolution unknown",
        "08000, UNAVAILABLE, connection exception",
        "08001, UNAVAILABLE, cannot connect",
        "08003, UNAVAILABLE, no connection",
        "08004, UNAVAILABLE, connection rejected",
        "08006, UNAVAILABLE, connection broke before the commit",
        "57P01, UNAVAILABLE, shutdown",
        "57P02, UNAVAILABLE, crash",
        "57P03, UNAVAILABLE, starting up",
        "57P05, UNAVAILABLE, idle too long",
        "58030, UNAVAILABLE, I/O error of the server",
        "25006, UNAVAILABLE, a standby after a failover",
        "53300, UNAVAILABLE, too many connections",
        "53100, THROTTLED, disk full",
        "53200, THROTTLED, out of memory",
        "53400, THROTTLED, configuration limit",
        "28000, DENIED, not let in",
        "28P01, DENIED, wrong password",
        "42501, DENIED, missing right or row-level security",
        "23503, FOREIGN_KEY, still referred to",
        "23001, FOREIGN_KEY, restrict",
        "3D000, MISSING_CONTAINER, no database",
        "3F000, MISSING_CONTAINER, no schema",
        "42P01, MISSING_CONTAINER, no table",
        "42703, MISSING_CONTAINER, no column",
        "55000, CONFIGURATION, no replica identity",
        "0A000, CONFIGURATION, not supported",
        "2BP01, CONFIGURATION, dependent objects",
        "25001, CONFIGURATION, in a transaction",
        "22P02, CONFIGURATION, not of that type",
        "22003, CONFIGURATION, out of range",
        "42601, CONFIGURATION, syntax",
        "42883, CONFIGURATION, no such function",
        "P0001, POISON, a trigger says no",
        "P0002, POISON, a trigger found nothing",
        "23514, POISON, a trigger checks",
        "23502, POISON, not null",
        "XX001, POISON, damaged page",
        "UF001, POISON, a code of a trigger's own",
    })
    void every_code_means_something(String state, Kind kind, String what) {
        Failure failure = SqlStates.of(new SQLException(TEXT, state));

        assertThat(failure).as(what).isEqualTo(new Failure(kind, state));
        // Where no value can be answered: a row that makes a question fail may be another slice's.
        assertThat(failure.exception("main").errorClass())
                .as(what)
                .isEqualTo(kind == Kind.POISON ? "CONTENDED" : kind.name());
    }

    @ParameterizedTest
    @CsvSource({
        "08006, AMBIGUOUS, connection broke",
        "08003, AMBIGUOUS, no connection any more",
        "08007, AMBIGUOUS, resolution unknown",
        "57P01, AMBIGUOUS, shutdown",
        "57P02, AMBIGUOUS, crash",
        "40003, AMBIGUOUS, completion unknown",
        "40001, CONTENDED, refused and rolled back",
        "57014, CONTENDED, a deferred trigger took too long",
        "23503, FOREIGN_KEY, a deferred foreign key",
        "P0001, POISON, a deferred trigger",
        "53100, THROTTLED, disk full",
    })
    void in_answer_to_a_commit_a_broken_connection_says_nothing(String state, Kind kind, String what) {
        assertThat(SqlStates.atCommit(new SQLException(TEXT, state))).as(what).isEqualTo(new Failure(kind, state));
    }

    @Test
    void the_code_is_found_behind_errors_that_have_none() {
        SQLException outer = new SQLException(TEXT);
        outer.setNextException(new SQLException(TEXT, "40P01"));

        assertThat(SqlStates.of(outer)).isEqualTo(new Failure(Kind.CONTENDED, "40P01"));
        assertThat(SqlStates.of(new SQLException(TEXT, new SQLException(TEXT, "57P03"))))
                .isEqualTo(new Failure(Kind.UNAVAILABLE, "57P03"));
    }

    @Test
    void a_pool_that_is_full_says_nothing_about_the_store() {
        assertThat(SqlStates.of(new SQLTransientConnectionException(TEXT)))
                .isEqualTo(new Failure(Kind.CONTENDED, "pool"));
    }

    @Test
    void what_a_trigger_misses_is_not_the_table_that_we_named() {
        PSQLException raised = new PSQLException(
                new ServerErrorMessage("SERROR\0C42P01\0Mno table\0WPL/pgSQL function audit() line 3\0"));

        assertThat(SqlStates.of(raised)).isEqualTo(new Failure(Kind.CONFIGURATION, "42P01"));
    }

    @Test
    void what_is_carried_on_holds_neither_text_nor_cause() {
        Failed failed = new Failed(SqlStates.of(new SQLException(TEXT, "P0001")));

        assertThat(failed).hasNoCause().hasMessage("POISON (P0001)");
        assertThat(failed.failure().exception("main")).hasNoCause();
        assertThat(failed.failure().exception("main").getMessage()).doesNotContain(TEXT);
    }
}
