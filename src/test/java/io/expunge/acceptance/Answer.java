package io.expunge.acceptance;

import java.util.List;

/** What a command of the product answered. */
record Answer(int exit, String out, String err) {

    String lastLine() {
        List<String> lines = out.lines().toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}
