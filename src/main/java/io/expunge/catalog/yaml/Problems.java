package io.expunge.catalog.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What was found wrong so far. Reading goes on after a problem, so that people see all of them at once. */
public final class Problems {

    private static final Comparator<Problem> BY_PLACE = Comparator.comparing(
                    (Problem problem) -> problem.place().file())
            .thenComparing(problem -> problem.place().line())
            .thenComparing(problem -> problem.place().column());

    private final List<Problem> found = new ArrayList<>();

    public void add(Place place, String what, String expected) {
        found.add(new Problem(place, what, expected));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** By file, line and column. */
    public List<Problem> inOrder() {
        return found.stream().sorted(BY_PLACE).toList();
    }
}
