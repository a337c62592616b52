package io.expunge.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.evidence.Verdict;
import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FindingTest {

    private static final Seen CONTROL = seen(1, 0);

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, EMPTY, ",
        "0, 0, 3, EMPTY, ",
        "1, 0, 0, RESIDUE, RESIDUE",
        "3, 0, 3, RETAINED, EXCEPTION",
        "4, 0, 3, RESIDUE, RESIDUE",
        "2, 1, 3, RESIDUE, RESIDUE",
        "0, 1, 3, RESIDUE, UNGENERATED"
    })
    void I3_what_is_there_is_residue_unless_exceptions_cover_all_of_it(
            long residue, long ungenerated, long mayStay, Verdict verdict, String gap) {
        Finding finding = Finding.of(CONTROL, seen(residue, ungenerated), mayStay);

        assertThat(finding.verdict()).isEqualTo(verdict);
        assertThat(finding.gapCode().orElse(null)).isEqualTo(gap);
    }

    @Test
    void I4_an_exception_makes_nothing_of_what_could_not_be_seen() {
        Unknown unknown = new Unknown(Blindness.UNAVAILABLE, "08006");

        assertThat(Finding.of(CONTROL, unknown, 9).verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(Finding.of(unknown, seen(3, 0), 9).verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(Finding.of(seen(0, 0), seen(3, 0), 9).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    private static Seen seen(long residue, long ungenerated) {
        return new Seen(residue, ungenerated, 0, Position.NONE);
    }
}
