package io.expunge.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReasonTest {

    @Test
    void is_told_with_its_ticket() {
        assertThat(new Reason("LITIGATION", Optional.of("LEGAL-7"))).hasToString("LITIGATION, ticket LEGAL-7");
        assertThat(new Reason("LITIGATION", Optional.empty())).hasToString("LITIGATION");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lower", "1ST", "_X", "TWO WORDS", "ACME'S", "É"})
    void I7_what_could_name_somebody_is_refused_and_not_repeated(String code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Reason(code, Optional.empty()))
                .withMessageStartingWith("expected a reason code such as ");
        assertThatIllegalArgumentException().isThrownBy(() -> new Reason("X".repeat(61), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann lee", "a@b", "é"})
    void I7_a_ticket_is_a_number_and_no_sentence(String ticket) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Reason("X", Optional.of(ticket)))
                .withMessageStartingWith("expected a ticket such as ");
    }
}
