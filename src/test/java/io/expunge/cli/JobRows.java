package io.expunge.cli;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rows of deletion jobs, written past the product: how they come about is tested elsewhere. */
final class JobRows {

    private static final String REFERENCE = "00112233445566778899aabbccddeeff";

    private final Installation installation;
    private final String catalogHash;

    JobRows(Installation installation) {
        this.installation = installation;
        this.catalogHash = installation
                .control()
                .sql("SELECT hash FROM expunge.catalog_current")
                .query(String.class)
                .single();
    }

    /** A job in that state, with further columns as SQL; answers its id. */
    String add(int number, String state, Map<String, String> more) {
        String id = "dj_%032x".formatted(number);
        Map<String, String> columns = new TreeMap<>(Map.of(
                "id", text(id),
                "reference_key", "'test'",
                "tenant_ref", text(REFERENCE + "%032x".formatted(number)),
                "generation", "1",
                "catalog_hash", text(catalogHash),
                "state", text(state),
                "stage", "'TEST'",
                "state_since", "'2026-11-30T10:00:00Z'",
                "reason_code", "'CONTRACT_ENDED'",
                "requested_by", "'somebody'"));
        columns.putAll(Map.of(
                "requested_at",
                "timestamptz '2026-11-30T09:00:00Z' + interval '1 second' * " + number,
                "not_before",
                "'2026-11-30T09:00:00Z'",
                "target_at",
                "'2026-12-30T09:00:00Z'",
                "tenant_id",
                "'wayne-enterprises-" + number + "'"));
        columns.putAll(more);
        insert("deletion_job", columns);
        return id;
    }

    /** A task of it; answers its id. */
    String addTask(String job, int position, String resource, String state, Map<String, String> more) {
        String id = "dt_" + job.substring(job.length() - 6) + "_" + position;
        Map<String, String> columns = new TreeMap<>(Map.of(
                "id",
                text(id),
                "job_id",
                text(job),
                "resource_id",
                text(resource),
                "location",
                "'primary'",
                "store",
                text(resource.substring(0, resource.indexOf('.'))),
                "resource_type",
                "'postgresql'",
                "wave",
                "'PRIMARY'",
                "position_in_plan",
                String.valueOf(position),
                "required",
                "true",
                "fence",
                "'predicate'"));
        columns.putAll(Map.of(
                "second_look_millis", "2000",
                "state", text(state),
                "round", "1",
                "requested_at", "'2026-11-30T09:00:00Z'"));
        columns.putAll(more);
        insert("deletion_task", columns);
        return id;
    }

    void insert(String table, Map<String, String> columns) {
        installation.force("INSERT INTO expunge." + table + " (" + String.join(", ", columns.keySet()) + ") VALUES ("
                + columns.values().stream().collect(Collectors.joining(", ")) + ")");
    }

    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
