package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EvidenceRowTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final String BEFORE = "1".repeat(64);

    @Test
    void I8_the_hash_covers_every_component_and_the_row_before() throws ReflectiveOperationException {
        List<String> hashes = new ArrayList<>();
        hashes.add(evidence().hash(BEFORE));
        hashes.add(evidence().hash(EvidenceRow.NOTHING_BEFORE));
        for (RecordComponent component : EvidenceRow.class.getRecordComponents()) {
            hashes.add(with(evidence(), component).hash(BEFORE));
        }

        assertThat(hashes).doesNotHaveDuplicates().hasSize(2 + EvidenceRow.class.getRecordComponents().length);
    }

    @Test
    void I8_a_drift_checks_hash_covers_every_component() throws ReflectiveOperationException {
        List<String> hashes = new ArrayList<>();
        hashes.add(drift().hash());
        for (RecordComponent component : DriftCheck.class.getRecordComponents()) {
            hashes.add(with(drift(), component).hash());
        }

        assertThat(hashes).doesNotHaveDuplicates();
    }

    @Test
    void I8_a_seals_hash_covers_every_component() throws ReflectiveOperationException {
        Seal seal = new Seal(1, "look-1", 3, "a".repeat(64), Seal.NOTHING_BEFORE, NOW);
        List<String> hashes = new ArrayList<>();
        hashes.add(seal.hash());
        for (RecordComponent component : Seal.class.getRecordComponents()) {
            hashes.add(with(seal, component).hash());
        }

        assertThat(hashes).doesNotHaveDuplicates();
    }

    @Test
    void two_fields_that_are_missing_are_told_apart() {
        EvidenceRow unknown = evidence();

        assertThat(withCounts(unknown, Optional.of(1L), Optional.empty()).hash(BEFORE))
                .isNotEqualTo(
                        withCounts(unknown, Optional.empty(), Optional.of(1L)).hash(BEFORE));
    }

    /** As the database keeps them, so that a row hashes alike when it is read again. */
    @Test
    void times_are_kept_to_the_microsecond() {
        DriftCheck check = new DriftCheck(
                "look-1", "c", "main", DriftCheck.Outcome.CLEAN, Optional.empty(), "", NOW.plusNanos(999));

        assertThat(check.checkedAt()).isEqualTo(NOW);
        assertThat(check.hash()).isEqualTo(drift().hash());
    }

    private static EvidenceRow evidence() {
        return withCounts(
                new EvidenceRow(
                        "look-1",
                        "dj_1",
                        "key-1",
                        "a".repeat(64),
                        1,
                        "dj_1-001",
                        "main.users",
                        "primary",
                        1,
                        1,
                        Verdict.EMPTY,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Control.SEEN,
                        "probe",
                        "verifier",
                        "predicate",
                        "1/10",
                        "1/20",
                        "sha256:plan",
                        "2026-11",
                        "sha256:catalog",
                        "0.1.0",
                        NOW,
                        NOW),
                Optional.of(0L),
                Optional.of(0L));
    }

    private static DriftCheck drift() {
        return new DriftCheck("look-1", "c", "main", DriftCheck.Outcome.CLEAN, Optional.empty(), "", NOW);
    }

    private static EvidenceRow withCounts(EvidenceRow row, Optional<Long> residue, Optional<Long> ungenerated) {
        return new EvidenceRow(
                row.runId(),
                row.jobId(),
                row.referenceKey(),
                row.tenantRef(),
                row.generation(),
                row.taskId(),
                row.resourceId(),
                row.location(),
                row.round(),
                row.look(),
                row.verdict(),
                row.gapCode(),
                row.storeCode(),
                residue,
                ungenerated,
                row.later(),
                row.baseline(),
                row.control(),
                row.probe(),
                row.credentials(),
                row.fence(),
                row.erasedPosition(),
                row.probePosition(),
                row.planHash(),
                row.policyVersion(),
                row.catalogHash(),
                row.softwareVersion(),
                row.requestedAt(),
                row.observedAt());
    }

    /** The same record with one component changed, whatever there will be. */
    private static <R extends Record> R with(R whole, RecordComponent changed) throws ReflectiveOperationException {
        RecordComponent[] components = whole.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Object value = components[i].getAccessor().invoke(whole);
            values[i] = components[i].getName().equals(changed.getName()) ? other(value, components[i]) : value;
        }
        @SuppressWarnings("unchecked")
        Constructor<R> constructor = (Constructor<R>) whole.getClass()
                .getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        return constructor.newInstance(values);
    }

    private static Object other(Object value, RecordComponent component) {
        if (value instanceof String text) {
            return text + "x";
        }
        if (value instanceof Integer number) {
            return number + 1;
        }
        if (value instanceof Long number) {
            return number + 1;
        }
        if (value instanceof Instant time) {
            return time.plusNanos(1_000);
        }
        if (value instanceof Enum<?> word) {
            return Arrays.stream(word.getDeclaringClass().getEnumConstants())
                    .filter(another -> another != word)
                    .findFirst()
                    .orElseThrow();
        }
        if (value instanceof Optional<?> optional) {
            boolean isNumber = component.getGenericType().getTypeName().contains("Long");
            return optional.isPresent() ? Optional.empty() : isNumber ? Optional.of(5L) : Optional.of("x");
        }
        throw new IllegalArgumentException("no other value for " + component);
    }
}
