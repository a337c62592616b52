package io.expunge.catalog;

import io.expunge.catalog.yaml.Problems;

/** Refuses what the catalog can say and this version can't do, so that nobody believes it is done. */
final class SupportCheck {

    private final Problems problems;

    SupportCheck(Problems problems) {
        this.problems = problems;
    }

    void check(Declared declared) {
        Resource resource = declared.resource();
        if (resource.disposition() != Disposition.ERASE) {
            problems.add(
                    declared.at().place("disposition"),
                    "the disposition " + resource.disposition().label() + " is not supported by this version",
                    Disposition.ERASE.label());
        }
    }
}
