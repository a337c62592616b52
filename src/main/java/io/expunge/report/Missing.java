package io.expunge.report;

import java.util.List;
import java.util.Optional;

/** What the gate misses, in few words. */
final class Missing {

    private Missing() {}

    /**
     * The first thing that is missing, of that store if there is one, and how many more there are.
     *
     * @return blank before there is a plan, and if nothing is missing
     */
    static String of(CaseFile file, Optional<String> store, String before, String after) {
        List<GateGap> gaps =
                file.missing().stream().filter(gap -> gap.store().isPresent()).toList();
        if (gaps.isEmpty()) {
            return "";
        }
        GateGap first = gaps.stream()
                .filter(gap -> store.isPresent() && gap.store().equals(store))
                .findFirst()
                .orElse(gaps.get(0));
        int more = gaps.size() - 1;
        return before + first.text() + (more == 0 ? "" : " (and " + more + " more)") + after;
    }
}
