package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EvidenceShowIT {

    private static final String ROOT = "ab".repeat(32);

    @TempDir
    private static Path folder;

    private static Installation installation;
    private static JobRows rows;
    private static String job;

    @BeforeAll
    static void twoLooksOfWhichOneIsSealed() {
        installation = Installation.inOneDatabase(folder);
        assertThat(installation.cli().run("migrate").exit()).isZero();
        rows = new JobRows(installation);
        job = rows.add(1, "AWAITING_VERIFICATION", Map.of());
        String task = rows.addTask(job, 1, "main.tickets", "ERASED", Map.of());
        run("look-1");
        run("look-2");
        rows.insert(
                "evidence_seal",
                new TreeMap<>(Map.of(
                        "chain_position", "7",
                        "run_id", "'look-1'",
                        "leaf_count", "1",
                        "merkle_root", JobRows.text(ROOT),
                        "previous_seal_hash", "''",
                        "seal_hash", "'cd'",
                        "sealed_at", "'2026-11-30T10:00:05Z'")));
        evidence(task, "look-1", 1, "RESIDUE", "3");
        evidence(task, "look-2", 2, "EMPTY", "0");
    }

    @Test
    void every_look_is_a_line_with_how_it_was_asked_and_its_seal() {
        Answer answer = installation.cli().run("evidence", "show", job);

        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out())
                .containsPattern("look-1 +main.tickets@primary +1 +1 +RESIDUE +3 +0 +5 +3000 +SEEN +predicate")
                .containsPattern("look-2 +main.tickets@primary +1 +2 +EMPTY +0 +0 +5 +3000 +SEEN .*not sealed")
                .contains("saas_verifier", "SELECT count(*) FROM tickets WHERE tenant_id = ?")
                .containsPattern("7 +look-1 +2026-11-30T10:00:05Z +" + ROOT)
                .contains(job + " AWAITING_VERIFICATION: 2 looks, generation 1, reference test:")
                .doesNotContain("wayne");
    }

    @Test
    void the_same_as_json_under_evidence() {
        JsonNode answer = installation
                .cli()
                .run("evidence", "show", job, "--output", "json")
                .json();

        assertThat(answer.get("jobId").stringValue()).isEqualTo(job);
        assertThat(answer.get("looks").intValue()).isEqualTo(2);
        JsonNode first = answer.get("evidence").get(0);
        assertThat(first.get("verdict").stringValue()).isEqualTo("RESIDUE");
        assertThat(first.get("residue").longValue()).isEqualTo(3);
        assertThat(first.get("credentials").stringValue()).isEqualTo("saas_verifier");
        assertThat(first.get("seal").get("merkleRoot").stringValue()).isEqualTo(ROOT);
        assertThat(answer.get("evidence").get(1).get("seal").isNull()).isTrue();
    }

    @Test
    void a_job_that_was_not_looked_at_has_no_evidence_and_one_that_is_not_there_is_exit_2() {
        String unseen = rows.add(2, "ACCEPTED", Map.of());

        assertThat(installation.cli().run("evidence", "show", unseen).out()).contains("ACCEPTED: 0 looks");
        assertThat(installation
                        .cli()
                        .run("evidence", "show", "dj_" + "f".repeat(32))
                        .exit())
                .isEqualTo(2);
    }

    private static void run(String id) {
        rows.insert(
                "verification_run",
                new TreeMap<>(Map.of(
                        "run_id", JobRows.text(id),
                        "software_version", "'test'",
                        "started_at", "'2026-11-30T10:00:00Z'")));
    }

    private static void evidence(String task, String run, int look, String verdict, String residue) {
        Map<String, String> columns = new TreeMap<>(Map.of(
                "run_id", JobRows.text(run),
                "job_id", JobRows.text(job),
                "reference_key", "'test'",
                "tenant_ref", "'ref'",
                "generation", "1",
                "task_id", JobRows.text(task),
                "resource_id", "'main.tickets'",
                "location", "'primary'",
                "round", "1",
                "look", String.valueOf(look)));
        columns.putAll(Map.of(
                "verdict", JobRows.text(verdict),
                "residue", residue,
                "ungenerated", "0",
                "later", "5",
                "baseline", "3000",
                "control", "'SEEN'",
                "probe", "'SELECT count(*)\n  FROM tickets WHERE tenant_id = ?'",
                "credentials", "'saas_verifier'",
                "fence", "'predicate'",
                "erased_position", "'lsn:0/1'"));
        columns.putAll(Map.of(
                "probe_position", "'lsn:0/2'",
                "plan_hash", "'sha256:1'",
                "policy_version", "'2026-11'",
                "catalog_hash", "'sha256:2'",
                "software_version", "'test'",
                "requested_at", "'2026-11-30T09:00:00Z'",
                "observed_at", "'2026-11-30T10:00:0" + look + "Z'",
                "previous_hash", "''",
                "row_hash", "'ef'"));
        rows.insert("evidence", columns);
    }
}
