package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.ResourceType;
import io.expunge.faults.FaultMatrix;
import io.expunge.faults.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** {@code docs/fault-matrix.md} speaks of the points that there are; its numbers are those of the run that it names. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FaultMatrixDocTest {

    private static final String CELL = " converged \\d+ \\(fired \\d+\\) \\|";

    @Test
    void it_has_a_row_for_each_fault_point_and_a_cell_for_each_kind_of_store() throws IOException {
        List<String> lines = lines();

        assertThat(lines)
                .contains("| fault point | "
                        + FaultMatrix.TYPES.stream().map(ResourceType::label).collect(Collectors.joining(" | "))
                        + " |");
        assertThat(FaultPoint.values())
                .allSatisfy(point -> assertThat(lines)
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("| " + point.title() + " |")
                                .matches(".*\\|" + CELL.repeat(FaultMatrix.TYPES.size()))));
    }

    @Test
    void it_has_a_row_for_each_point_at_which_a_process_is_killed() throws IOException {
        List<String> rows = lines().stream()
                .filter(line -> line.endsWith("| converged |"))
                .map(line -> line.substring(2, line.indexOf(" |")))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(
                        Arrays.stream(KillPoint.values()).map(KillPoint::title).toList());
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(Path.of("docs/fault-matrix.md"));
    }
}
