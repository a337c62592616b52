package io.expunge.catalog.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A file that can't be used as it stands. The message names every problem, one a line. */
public class InvalidYaml extends RuntimeException {

    private final transient List<Problem> problems;

    /** @param subject what was read, for the first line of the message: {@code The catalog} */
    public InvalidYaml(String subject, List<Problem> problems) {
        super(message(subject, problems));
        this.problems = List.copyOf(problems);
    }

    /** By file, line and column; at least one. */
    public final List<Problem> problems() {
        return problems;
    }

    private static String message(String subject, List<Problem> problems) {
        String heading = subject + ": " + (problems.size() == 1 ? "1 problem" : problems.size() + " problems");
        return problems.stream().map(Problem::toString).collect(Collectors.joining("\n", heading + "\n", ""));
    }
}
