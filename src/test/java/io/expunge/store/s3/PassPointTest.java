package io.expunge.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.SliceOutcome.Held;
import io.expunge.store.SliceOutcome.Refused;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PassPointTest {

    private static final Instant MONDAY = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant TUESDAY = Instant.parse("2026-12-01T00:00:00Z");

    @Test
    void a_pass_in_which_nothing_stays_begins_anew_each_time() {
        assertThat(PassPoint.START.toResumePoint("pass").isStart()).isTrue();
        assertThat(PassPoint.START.doneWith("t/acme/g1/").toResumePoint("pass").isStart())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t/acme/g1/a", "t/a+b %/g1/ x", "t/é/g1/\u0001\n/,", "-"})
    void what_was_written_is_read_by_the_same_pass_only(String key) {
        PassPoint point = PassPoint.START
                .keeping(Remainder.denied("AccessDenied"))
                .keeping(Remainder.locked(Optional.of(TUESDAY)))
                .poisoned("MalformedXML", key)
                .doneWith("t/acme/g0/")
                .behind(key);

        ResumePoint written = point.toResumePoint("pass-1");

        assertThat(PassPoint.passOf(written)).isEqualTo("pass-1");
        assertThat(PassPoint.read("pass-1", written)).contains(point);
        assertThat(PassPoint.read("pass-2", written)).isEmpty();
        assertThat(PassPoint.read("pass-1", point.toldOfPoison().toResumePoint("pass-1")))
                .contains(point.toldOfPoison());
    }

    @Test
    void a_point_that_cannot_be_read_is_none() {
        assertThat(PassPoint.read("pass", new ResumePoint("pass/x/y"))).isEmpty();
        assertThat(PassPoint.read("pass", new ResumePoint("pass/denied////"))).isEmpty();
        assertThat(PassPoint.read("", ResumePoint.START)).isEmpty();
    }

    @Test
    void what_may_pass_by_itself_comes_before_what_a_person_must_grant_and_that_before_a_lock() {
        Remainder locked = Remainder.locked(Optional.of(MONDAY));

        assertThat(Remainder.NONE.outcome()).isEmpty();
        assertThat(locked.outcome()).contains(new Held(Optional.of(MONDAY)));
        assertThat(locked.and(Remainder.denied("AccessDenied")).outcome())
                .contains(new Refused(Refusal.DENIED, "AccessDenied"));
        assertThat(locked.and(Remainder.faulty("InternalError")).outcome()).isEmpty();
    }

    @Test
    void the_last_lock_counts_and_a_hold_has_no_end() {
        Remainder early = Remainder.locked(Optional.of(MONDAY));
        Remainder late = Remainder.locked(Optional.of(TUESDAY));
        Remainder hold = Remainder.locked(Optional.empty());

        assertThat(early.and(late).until()).contains(TUESDAY);
        assertThat(late.and(early).until()).contains(TUESDAY);
        assertThat(Remainder.NONE.and(early).until()).contains(MONDAY);
        assertThat(late.and(Remainder.NONE).until()).contains(TUESDAY);
        assertThat(late.and(hold).until()).isEmpty();
        assertThat(hold.and(late).until()).isEmpty();
        assertThat(hold.and(late).outcome()).contains(new Held(Optional.empty()));
    }

    @Test
    void only_passes_under_way_go_on() {
        Passes passes = new Passes(() -> "one");
        String pass = passes.begin();

        assertThat(passes.isUnderWay(pass)).isTrue();
        assertThat(passes.isUnderWay("")).isFalse();
        passes.end(pass);
        assertThat(passes.isUnderWay(pass)).isFalse();
    }
}
