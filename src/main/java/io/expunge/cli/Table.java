package io.expunge.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text under headings, aligned. Columns in which every cell is empty are left out. */
final class Table {

    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<Column> columns) {
        this.columns = columns;
    }

    private record Column(String heading, boolean right) {}

    /** @param headings one that begins with {@code >} is of numbers, aligned right */
    static Table of(String... headings) {
        List<Column> columns = new ArrayList<>();
        for (String heading : headings) {
            boolean right = heading.startsWith(">");
            columns.add(new Column(right ? heading.substring(1) : heading, right));
        }
        return new Table(columns);
    }

    Table row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells under " + columns.size() + " headings");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(PrintWriter to) {
        print(to, columns.stream().map(Column::heading).toList());
        rows.forEach(row -> print(to, row));
    }

    private void print(PrintWriter to, List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            int width = width(column);
            if (width > 0) {
                String cell = cells.get(column);
                String padding = " ".repeat(width - length(cell));
                line.append(columns.get(column).right() ? padding + cell : cell + padding)
                        .append(GAP);
            }
        }
        to.println(line.toString().stripTrailing());
    }

    /** 0 for a column that says nothing. */
    private int width(int column) {
        int widest =
                rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
        return widest == 0 && !rows.isEmpty()
                ? 0
                : Math.max(widest, length(columns.get(column).heading()));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
