package io.expunge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.JobState;
import io.expunge.erasure.ErasureSettings;
import io.expunge.verification.VerificationSettings;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExplainJobTest {

    private static final String EMPTY = "EMPTY";
    private static final String UNKNOWN = "UNKNOWN";

    @Test
    void a_job_in_its_grace_names_its_end_and_the_first_night_after_it() {
        Why why = explain(CaseFiles.of(JobState.ACCEPTED)
                .notBefore("2026-12-07T09:00:01Z")
                .lacksAPlan());

        assertThat(why.sentence())
                .isEqualTo("dj_1 is ACCEPTED and not VERIFIED because nothing of it is erased before"
                        + " 2026-12-07T09:00:01Z, the end of its grace or the earliest start that was asked for, since"
                        + " 2026-11-30T09:00:00Z; wait until then, then type scripts/expunge run; by itself it would be"
                        + " VERIFIED at about 2026-12-08T06:45:00Z.");
        assertThat(why.missing()).extracting(GateGap::text).containsExactly("the plan has no required task");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-08T06:45:00Z"));
    }

    @Test
    void a_job_that_is_due_and_not_begun_waits_for_a_run() {
        Why why = explain(CaseFiles.of(JobState.ACCEPTED));

        assertThat(why.sentence())
                .contains("it is due and no run has begun it, since 2026-11-30T10:00:00Z; type scripts/expunge run;");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-01T06:45:00Z"));
    }

    @Test
    void without_a_known_second_look_no_time_is_made_up() {
        Why why = explain(CaseFiles.of(JobState.ACCEPTED).withoutSecondLook());

        assertThat(why.closesByItselfAt()).isEmpty();
        assertThat(why.sentence()).endsWith("by itself it goes on, until when can't be said yet.");
    }

    @Test
    void a_job_that_is_worked_on_names_the_run() {
        Why why = explain(CaseFiles.of(JobState.RUNNING)
                .leaseUntil("2026-11-30T10:30:20Z")
                .lacks("main", "main.tickets", "is not erased")
                .lacks("cache", "cache.keys", "is not erased"));

        assertThat(why.sentence())
                .contains("because main.tickets@primary is not erased (and 1 more): run nightly is at work on it, since"
                        + " 2026-11-30T10:00:00Z; type scripts/expunge status dj_1; by itself");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-01T06:45:00Z"));
    }

    @Test
    void a_job_whose_runner_is_dead_says_since_when_and_is_taken_up_by_the_next_run() {
        Why why = explain(CaseFiles.of(JobState.RUNNING).leaseUntil("2026-11-30T10:29:20Z"));

        assertThat(why.sentence())
                .contains("run nightly, which had it, no longer renews its hold, since 2026-11-30T10:29:20Z; type"
                        + " scripts/expunge run;");
        assertThat(why.since()).isEqualTo(Instant.parse("2026-11-30T10:29:20Z"));
    }

    @Test
    void a_job_that_waits_for_a_store_names_store_class_and_code_and_how_long_and_is_tried_as_soon_as_it_answers() {
        Why why = explain(CaseFiles.of(JobState.WAITING_RETRY)
                .error("cache", "UNAVAILABLE", "RedisConnectionException")
                .retryAt("2026-12-01T16:00:00Z")
                .waited(3, "2026-11-30T07:00:00Z")
                .lacks("main", "main.tickets", "lacks a look of this round")
                .lacks("cache", "cache.keys", "is not erased"));

        assertThat(why.sentence())
                .isEqualTo(
                        "dj_1 is WAITING_RETRY and not VERIFIED because cache.keys@primary is not erased (and 1 more):"
                                + " store cache is UNAVAILABLE (RedisConnectionException), 3 runs in a row, since"
                                + " 2026-11-30T07:00:00Z; bring the store back, then type scripts/expunge run --job dj_1; by"
                                + " itself it would be VERIFIED at about 2026-12-01T06:45:00Z, if the store answers by then.");
    }

    @Test
    void another_failure_waits_for_its_retry_time() {
        Why why = explain(CaseFiles.of(JobState.WAITING_RETRY)
                .error("main", "THROTTLED", "53200")
                .retryAt("2026-12-01T16:00:00Z"));

        assertThat(why.sentence()).contains("store main is THROTTLED (53200)", "relieve the store, then type");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-02T06:45:00Z"));
    }

    @Test
    void what_was_found_again_names_the_number_and_the_round() {
        Why why = explain(CaseFiles.of(JobState.WAITING_RETRY)
                .foundAgain()
                .error("main", "RESIDUE", "3 left in main.accounts")
                .retryAt("2026-11-30T10:00:00Z"));

        assertThat(why.sentence())
                .contains("because the last look found 3 left in main.accounts, so round 2 erases and proves everything"
                        + " anew, since 2026-11-30T10:00:00Z; type scripts/expunge run --job dj_1; by itself");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-01T06:45:00Z"));
    }

    @Test
    void data_without_a_generation_never_goes_by_itself() {
        Why why = explain(CaseFiles.of(JobState.WAITING_RETRY)
                .foundAgain()
                .error("main", "UNGENERATED", "3 left in main.accounts")
                .retryAt("2026-11-30T10:00:00Z"));

        assertThat(why.sentence())
                .contains("found 3 left in main.accounts without a generation")
                .contains("give that data its generation, or delete it, then type scripts/expunge run --job dj_1")
                .endsWith("only a person can close it.");
        assertThat(why.closesByItselfAt()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "cache, store cache is paused, scripts/expunge unpause --store cache",
        "*, all stores are paused, scripts/expunge unpause"
    })
    void a_pause_is_lifted_by_a_person(String store, String said, String command) {
        Why why = explain(CaseFiles.of(JobState.WAITING_RETRY)
                .error("cache", "PAUSED", "paused")
                .retryAt("2026-11-30T10:31:00Z")
                .paused(store));

        assertThat(why.sentence())
                .contains(said, "end what it is paused for, then type " + command)
                .endsWith("only a person can close it.");
        assertThat(why.next()).isEqualTo(command);
        assertThat(why.closesByItselfAt()).isEmpty();
    }

    @Test
    void a_pause_that_was_lifted_keeps_nothing() {
        Why why = explain(CaseFiles.of(JobState.WAITING_RETRY)
                .error("cache", "PAUSED", "paused")
                .retryAt("2026-11-30T10:31:00Z"));

        assertThat(why.sentence()).contains("the pause is lifted, then type");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-01T06:45:00Z"));
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"ACCEPTED", "RUNNING", "WAITING_RETRY"})
    void a_legal_hold_is_released_by_a_person(JobState state) {
        Why why = explain(CaseFiles.of(state).held());

        assertThat(why.sentence()).contains("a legal hold lies on the tenant").endsWith("only a person can close it.");
        assertThat(why.next()).isEqualTo("scripts/expunge release dj_1 --reason-code CODE");
    }

    @Test
    void an_erased_job_that_nobody_looked_at_lacks_its_looks() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION)
                .lookAt("2026-11-30T10:00:00Z", "2026-11-30T10:15:00Z")
                .lacks("main", "main.tickets", "lacks a look of this round"));

        assertThat(why.sentence())
                .isEqualTo(
                        "dj_1 is AWAITING_VERIFICATION and not VERIFIED because nobody has looked since it was erased"
                                + " in round 1: main.tickets@primary lacks a look of this round, since 2026-11-30T10:00:00Z; type"
                                + " scripts/expunge verify --job dj_1 --wait; by itself it would be VERIFIED at about"
                                + " 2026-12-01T06:45:00Z, if it finds nothing.");
    }

    @Test
    void after_one_clean_look_the_second_is_due_at_its_time() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION)
                .lookAt("2026-11-30T10:40:00Z", "2026-11-30T10:40:00Z")
                .look("look-1", EMPTY, "2026-11-30T10:25:00Z")
                .lacks("main", "main.tickets", "lacks a look of this round"));

        assertThat(why.sentence())
                .contains(
                        "the second look is missing, which is due at 2026-11-30T10:40:00Z after one that found nothing,"
                                + " since 2026-11-30T10:25:00Z;");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-01T06:30:00Z"));
    }

    @Test
    void a_look_that_could_not_tell_names_store_blindness_code_and_since_when_they_are_blind() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION)
                .error("cache", "IN_FLIGHT", "xact")
                .blindLooks(2)
                .lookAt("2026-11-30T10:31:00Z", "2026-11-30T10:46:00Z")
                .look("look-1", UNKNOWN, "2026-11-30T10:05:00Z")
                .look("look-2", EMPTY, "2026-11-30T10:10:00Z")
                .look("look-3", UNKNOWN, "2026-11-30T10:15:00Z")
                .look("look-4", EMPTY, "2026-11-30T10:20:00Z")
                .look("look-4", UNKNOWN, "2026-11-30T10:21:00Z")
                .lacks("cache", "cache.keys", "was not found empty twice running"));

        assertThat(why.sentence())
                .contains("because cache.keys@primary was not found empty twice running: the last look could not tell,"
                        + " because store cache is IN_FLIGHT (xact), 2 looks in a row, since 2026-11-30T10:15:00Z;"
                        + " end the transaction that can still write, if it doesn't end by itself, then type"
                        + " scripts/expunge verify --job dj_1 --wait;");
        assertThat(why.closesByItselfAt()).contains(Instant.parse("2026-12-01T06:45:00Z"));
    }

    @Test
    void a_store_that_could_not_be_searched_says_why() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION)
                .error("cache", "DRIFT_UNKNOWN", "")
                .lookAt("2026-11-30T10:31:00Z", "2026-11-30T10:46:00Z")
                .look("look-1", EMPTY, "2026-11-30T10:20:00Z")
                .searched("cache", "UNKNOWN", Optional.of("UNAVAILABLE X"), ""));

        assertThat(why.sentence())
                .contains("store cache could not be searched for what the catalog doesn't name (UNAVAILABLE X), since"
                        + " 2026-11-30T10:20:00Z");
    }

    @Test
    void what_the_database_refused_is_a_fault_and_names_what_it_misses() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION)
                .error("control", "GATE", "refused")
                .look("look-1", EMPTY, "2026-11-30T10:20:00Z")
                .lacks("main", "main.tickets", "has a look that is not sealed"));

        assertThat(why.sentence())
                .contains("refused VERIFIED though the code agreed: main.tickets@primary has a look that is not sealed")
                .contains("report this as a fault of ours")
                .endsWith("only a person can close it.");
    }

    @Test
    void a_job_that_is_being_looked_at_names_the_run() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION)
                .leaseUntil("2026-11-30T10:30:20Z")
                .error("cache", "STALE", ""));

        assertThat(why.sentence()).contains("because run nightly is looking at it, since");
    }

    @Test
    void with_all_looks_there_only_the_decision_is_missing() {
        Why why = explain(CaseFiles.of(JobState.AWAITING_VERIFICATION).look("look-2", EMPTY, "2026-11-30T10:20:00Z"));

        assertThat(why.sentence()).contains("only the decision is missing, which the next look makes");
    }

    @ParameterizedTest
    @EnumSource
    void every_block_says_what_helps_and_is_left_to_a_person(BlockReason reason) {
        Why why = explain(CaseFiles.blocked(reason).error("main", "SOMETHING", "42501"));

        assertThat(why.sentence())
                .startsWith(
                        "dj_1 is BLOCKED(" + reason + ") and not VERIFIED because store main is SOMETHING (42501): ")
                .contains(reason.meaning(), "since 2026-11-30T10:00:00Z")
                .endsWith("only a person can close it.");
        assertThat(why.next())
                .isEqualTo(
                        switch (reason) {
                            case REOPENED, PROTECTED -> "scripts/expunge status dj_1";
                            case CAP -> "scripts/expunge plan dj_1 --request-approval";
                            default -> "scripts/expunge resume dj_1";
                        });
        assertThat(why.closesByItselfAt()).isEmpty();
    }

    @Test
    void a_reopened_tenant_names_the_generation() {
        assertThat(explain(CaseFiles.blocked(BlockReason.REOPENED).met(2)).sentence())
                .contains("(the registry is at generation 2)");
    }

    @Test
    void drift_names_the_store_the_number_and_the_first() {
        Why why = explain(CaseFiles.blocked(BlockReason.GAP)
                .error("main", "DRIFT", "uncatalogued")
                .searched("cache", "CLEAN", Optional.empty(), "")
                .searched("main", "DRIFT", Optional.empty(), "public.a: column tenant_id; public.b: column org_id"));

        assertThat(why.sentence())
                .contains("because store main holds 2 things that the catalog doesn't name (public.a: column tenant_id,"
                        + " and 1 more): ");
    }

    @Test
    void drift_that_is_gone_says_so() {
        Why why = explain(CaseFiles.blocked(BlockReason.GAP)
                .error("main", "DRIFT", "uncatalogued")
                .searched("main", "CLEAN", Optional.empty(), ""));

        assertThat(why.sentence()).contains("though the last search, at 2026-11-30T10:20:00Z, found it CLEAN");
    }

    @Test
    void a_gap_that_no_erasing_reaches_names_the_number() {
        assertThat(explain(CaseFiles.blocked(BlockReason.ROUNDS).error("main", "RESIDUE", "3 left in main.accounts"))
                        .sentence())
                .contains("because the last look found 3 left in main.accounts: data came back in every round");
    }

    @Test
    void a_hold_that_is_released_says_so() {
        assertThat(explain(CaseFiles.blocked(BlockReason.HELD).held()).sentence())
                .contains("settle what it is held for, then type scripts/expunge release dj_1 --reason-code CODE");
        assertThat(explain(CaseFiles.blocked(BlockReason.HELD)).sentence()).contains("the hold is released, then type");
    }

    @Test
    void a_verified_job_lacks_nothing() {
        Why why = explain(CaseFiles.of(JobState.VERIFIED));

        assertThat(why.sentence())
                .isEqualTo(
                        "dj_1 is VERIFIED since 2026-11-30T10:00:00Z because two looks in a row found nothing anywhere,"
                                + " so nothing is missing; type scripts/expunge evidence show dj_1 to see them.");
        assertThat(why.missing()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CANCELLED, it was cancelled before it began", "FAILED, it was given up or superseded"})
    void a_job_that_was_given_up_says_so(JobState state, String said) {
        assertThat(explain(CaseFiles.of(state)).sentence()).contains(said).endsWith("only a person can close it.");
    }

    @Test
    void what_no_schedule_takes_up_has_no_time() {
        Forecast never = new Forecast() {
            @Override
            public Optional<Instant> begun(Instant due) {
                return Optional.empty();
            }

            @Override
            public Optional<Instant> triedAgain(Instant due) {
                return Optional.empty();
            }

            @Override
            public Optional<Instant> lookedAt(Instant due) {
                return Optional.empty();
            }
        };

        for (JobState state :
                new JobState[] {JobState.ACCEPTED, JobState.WAITING_RETRY, JobState.AWAITING_VERIFICATION}) {
            assertThat(new ExplainJob(never, CaseFiles.NOW)
                            .explain(CaseFiles.of(state).file())
                            .closesByItselfAt())
                    .isEmpty();
        }
    }

    /** By the schedule that ships: erased at 01:00, retried until 06:00, looked at from 06:30 to 09:00. */
    private static Why explain(CaseFiles file) {
        return new ExplainJob(
                        new ScheduleForecast(
                                Optional.of(ErasureSettings.defaults().schedule()),
                                Optional.of(VerificationSettings.defaults().schedule())),
                        CaseFiles.NOW)
                .explain(file.file());
    }
}
