package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How many deletion jobs' lives went through which fault at which kind of store, and how they ended. */
public final class FaultMatrix {

    /** The kinds of store that the product has adapters for. */
    public static final List<ResourceType> TYPES =
            List.of(ResourceType.POSTGRESQL, ResourceType.S3, ResourceType.OPENSEARCH, ResourceType.REDIS);

    private final Map<FaultPoint, Map<ResourceType, Cell>> cells = new TreeMap<>();

    private static final class Cell {
        private int lives;
        private int fired;
        private int unfired;
    }

    /** A life that has ended as it should. */
    public void converged(Fault fault) {
        Cell cell = cells.computeIfAbsent(fault.point(), point -> new TreeMap<>())
                .computeIfAbsent(fault.type(), type -> new Cell());
        if (fault.fired() == 0) {
            cell.unfired++;
        } else {
            cell.lives++;
            cell.fired += fault.fired();
        }
    }

    /** Lives in which the fault fired, the others left out. */
    public int lives() {
        return cells.values().stream()
                .flatMap(row -> row.values().stream())
                .mapToInt(cell -> cell.lives)
                .sum();
    }

    /** The cells in which fewer lives than that met their fault, in words. */
    public List<String> thinnerThan(int lives) {
        List<String> thin = new ArrayList<>();
        for (FaultPoint point : FaultPoint.values()) {
            for (ResourceType type : TYPES) {
                Cell cell = cells.getOrDefault(point, Map.of()).getOrDefault(type, new Cell());
                if (cell.lives < lives) {
                    thin.add(point.title() + " × " + type.label() + ": " + cell.lives + " of " + lives + " fired, "
                            + cell.unfired + " unfired");
                }
            }
        }
        return thin;
    }

    /** A table: lives that converged, and how often the fault fired in them. */
    public String asTable() {
        StringBuilder table = new StringBuilder(
                "| fault point | " + TYPES.stream().map(ResourceType::label).collect(Collectors.joining(" | "))
                        + " |\n|---|---|---|---|---|\n");
        for (FaultPoint point : FaultPoint.values()) {
            table.append("| ").append(point.title()).append(" |");
            for (ResourceType type : TYPES) {
                Cell cell = cells.getOrDefault(point, Map.of()).getOrDefault(type, new Cell());
                table.append(" converged ")
                        .append(cell.lives)
                        .append(" (fired ")
                        .append(cell.fired)
                        .append(") |");
            }
            table.append('\n');
        }
        return table.toString();
    }

    public void write(Path file, String heading) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, heading + "\n\n" + asTable());
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
