package io.expunge.store.s3;

import static io.expunge.store.s3.ErasingObjects.outcome;
import static io.expunge.store.s3.Objects.OBJECTS;
import static io.expunge.store.s3.Objects.PATTERN;
import static io.expunge.store.s3.Objects.slice;
import static io.expunge.store.s3.Objects.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.expunge.store.Blindness;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import io.expunge.store.Subject;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** On {@link ScriptedS3}, which gives recorded answers: what real servers can't be made to do here. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordedAnswersIT {

    private static final Subject ACME = subject("acme", 1);
    private static final String A = "tenants/acme/g1/a";
    private static final String B = "tenants/acme/g1/b";
    private static final String C = "tenants/acme/g1/c";
    private static final String D = "tenants/acme/g1/d";

    @Test
    void a_listing_that_does_not_advance_is_not_read_for_ever_and_not_called_empty() {
        ScriptedS3.Answer again = ScriptedS3.page("tenants/acme/g9/x", "tenants/acme/g9/x");
        try (ScriptedS3 s3 = new ScriptedS3(A).answering(given("GET versions", again));
                Eraser eraser = eraser(s3)) {
            assertThatExceptionOfType(StoreException.Contended.class)
                    .isThrownBy(() -> erase(eraser))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo("MARKER"));
            assertThat(look(s3)).containsExactly(new Unknown(Blindness.INCOMPLETE, "MARKER"));
        }
    }

    @Test
    void a_cut_listing_without_a_marker_is_not_called_complete() {
        String cut = "<ListVersionsResult><IsTruncated>true</IsTruncated></ListVersionsResult>";
        try (ScriptedS3 s3 = new ScriptedS3(A).answering(given("GET versions", new ScriptedS3.Answer(200, cut)));
                Eraser eraser = eraser(s3)) {
            assertThatExceptionOfType(StoreException.Contended.class).isThrownBy(() -> erase(eraser));
            assertThat(look(s3)).containsExactly(new Unknown(Blindness.INCOMPLETE, "MARKER"));
        }
    }

    @Test
    void versions_without_ids_are_no_versions() {
        String plain = ScriptedS3.page("", A).body().replaceAll("<VersionId>.*</VersionId>", "");
        try (ScriptedS3 s3 = new ScriptedS3(A).answering(given("GET versions", new ScriptedS3.Answer(200, plain)));
                Eraser eraser = eraser(s3)) {
            assertThat(outcome(erase(eraser))).isEqualTo(new Refused(Refusal.CONFIGURATION, "VERSION_IDS"));
            assertThat(look(s3)).containsExactly(new Unknown(Blindness.BLIND, "VERSION_IDS"));
            assertThat(s3.keys()).hasSize(1);
        }
    }

    @Test
    void a_key_outside_the_prefix_that_was_asked_for_is_not_touched() {
        try (ScriptedS3 s3 = new ScriptedS3("tenants/acme2/g1/a", A);
                Eraser eraser = eraser(s3)) {
            assertThat(outcome(erase(eraser))).isEqualTo(new Refused(Refusal.CONFIGURATION, "PREFIX"));
            assertThat(look(s3)).containsExactly(new Unknown(Blindness.INCOMPLETE, "PREFIX"));
            assertThat(s3.keys()).hasSize(2);
        }
    }

    @Test
    void one_key_over_which_the_server_fails_stays_and_the_others_go_then_it_is_tried_again() {
        try (ScriptedS3 s3 = new ScriptedS3(A, B, C).failing(onlyFor(B, "InternalError"));
                Eraser eraser = eraser(s3)) {
            SliceResult first = erase(eraser);
            assertThat(outcome(first)).isEqualTo(new Deleted(2));
            assertThat(s3.keys()).containsExactly(B);

            assertThatExceptionOfType(StoreException.Contended.class)
                    .isThrownBy(() -> eraser.erase(
                            slice(Objects.of(PATTERN), ACME, first.next().orElseThrow(), 10)))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo("InternalError"));
            s3.failing(key -> Optional.empty());
            assertThat(outcome(eraser.erase(
                            slice(Objects.of(PATTERN), ACME, first.next().orElseThrow(), 10))))
                    .isEqualTo(new Deleted(1));
        }
    }

    @Test
    void a_server_that_asks_for_less_in_an_answer_of_success_is_believed() {
        try (ScriptedS3 s3 = new ScriptedS3(A, B).failing(key -> Optional.of("SlowDown"));
                Eraser eraser = eraser(s3)) {
            assertThatExceptionOfType(StoreException.Throttled.class).isThrownBy(() -> erase(eraser));
        }
    }

    @Test
    void a_batch_that_a_key_spoils_is_halved_down_to_it_and_it_goes_alone() {
        try (ScriptedS3 s3 = new ScriptedS3(A, B, C, D)
                        .answeringBatches(keys -> keys.contains(C)
                                ? Optional.of(ScriptedS3.Answer.error(400, "MalformedXML"))
                                : Optional.empty());
                Eraser eraser = eraser(s3)) {
            assertThat(outcome(erase(eraser))).isEqualTo(new Deleted(4));
            assertThat(s3.keys()).isEmpty();
            assertThat(s3.requests().stream().filter("POST delete"::equals)).hasSize(5);
            assertThat(s3.requests().stream().filter("DELETE versionId"::equals))
                    .hasSize(1);
        }
    }

    @Test
    void a_key_that_spoils_even_its_own_request_is_told_of_once_all_else_is_gone() {
        try (ScriptedS3 s3 = new ScriptedS3(A, B, C, D)
                        .failing(onlyFor(B, "MalformedXML"))
                        .answeringBatches(keys -> keys.contains(B)
                                ? Optional.of(ScriptedS3.Answer.error(400, "MalformedXML"))
                                : Optional.empty());
                Eraser eraser = eraser(s3)) {
            SliceResult first = erase(eraser);
            assertThat(outcome(first)).isEqualTo(new Deleted(3));

            StoreException.Poisoned poisoned = catchThrowableOfType(
                    StoreException.Poisoned.class,
                    () -> eraser.erase(
                            slice(Objects.of(PATTERN), ACME, first.next().orElseThrow(), 10)));

            assertThat(poisoned.code()).isEqualTo("MalformedXML");
            assertThat(poisoned.after().value()).contains("g1%2Fb");
            SliceResult last = eraser.erase(slice(Objects.of(PATTERN), ACME, poisoned.after(), 10));
            assertThat(outcome(last)).isEqualTo(new Absent());
            assertThat(last.next()).isEmpty();
        }
    }

    @Test
    void a_bucket_that_wants_a_second_factor_is_refused_before_anything_is_sent() {
        String versioning = "<VersioningConfiguration><Status>Enabled</Status><MfaDelete>Enabled</MfaDelete>"
                + "</VersioningConfiguration>";
        try (ScriptedS3 s3 =
                        new ScriptedS3(A).answering(given("GET versioning", new ScriptedS3.Answer(200, versioning)));
                Eraser eraser = eraser(s3)) {
            assertThat(outcome(erase(eraser))).isEqualTo(new Refused(Refusal.CONFIGURATION, "MFA_DELETE"));
            assertThat(s3.requests()).containsExactly("GET versioning");
        }
    }

    @Test
    void a_server_that_wants_an_md5_says_so_and_gets_it_where_the_address_tells() {
        try (ScriptedS3 s3 = new ScriptedS3(A)) {
            s3.answeringBatches(keys -> s3.contentMd5().isEmpty()
                    ? Optional.of(ScriptedS3.Answer.error(400, "MissingContentMD5"))
                    : Optional.empty());
            try (Eraser eraser = eraser(s3)) {
                assertThat(outcome(erase(eraser))).isEqualTo(new Refused(Refusal.CONFIGURATION, "MissingContentMD5"));
            }
            try (Eraser legacy =
                    new S3Connector(Clock.systemUTC()).eraser(OBJECTS, s3.access(Checksums.LEGACY_MD5.label()))) {
                assertThat(outcome(erase(legacy))).isEqualTo(new Deleted(1));
            }
        }
    }

    @Test
    void an_answer_that_got_lost_is_ambiguous() {
        try (ScriptedS3 s3 = new ScriptedS3(A).answering(given("POST delete", ScriptedS3.Answer.none()));
                Eraser eraser = eraser(s3)) {
            assertThatExceptionOfType(StoreException.Ambiguous.class)
                    .isThrownBy(() -> erase(eraser))
                    .withNoCause();
        }
    }

    private static Function<String, Optional<ScriptedS3.Answer>> given(String request, ScriptedS3.Answer answer) {
        return each -> each.equals(request) ? Optional.of(answer) : Optional.empty();
    }

    private static Function<String, Optional<String>> onlyFor(String key, String code) {
        return each -> each.equals(key) ? Optional.of(code) : Optional.empty();
    }

    private static Eraser eraser(ScriptedS3 s3) {
        return new S3Connector(Clock.systemUTC()).eraser(OBJECTS, s3.access(Checksums.REQUIRED.label()));
    }

    private static SliceResult erase(Eraser eraser) {
        return eraser.erase(slice(Objects.of(PATTERN), ACME, ResumePoint.START, 10));
    }

    private static Collection<Sighting> look(ScriptedS3 s3) {
        try (Probe probe = new S3Connector(Clock.systemUTC()).probe(OBJECTS, s3.access(Checksums.REQUIRED.label()))) {
            return probe.look(Objects.of(PATTERN), List.of(Question.about(ACME)))
                    .values();
        }
    }
}
