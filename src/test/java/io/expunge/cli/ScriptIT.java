package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shipped jar behind {@code scripts/expunge}, as a shell calls it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScriptIT {

    private static final String SUBMIT = "scripts/expunge submit --generation 1 --reason-code X --output json ";

    @TempDir
    private static Path folder;

    private static Installation installation;

    @BeforeAll
    static void migrate() throws Exception {
        installation = Installation.inTwoDatabases(folder);
        assertThat(shell("scripts/expunge migrate").exit()).isZero();
    }

    @Test
    void ids_pass_the_shell_and_a_poor_locale_byte_for_byte() throws Exception {
        List<String> ids = List.of(
                "acme*",
                "ac%me",
                "-x",
                "$HOME `id` $(id)",
                "a  b",
                "back\\slash",
                Normalizer.normalize("acm\u00e9", Normalizer.Form.NFC),
                Normalizer.normalize("acm\u00e9", Normalizer.Form.NFD),
                "\ud83d\ude00");

        for (String id : ids) {
            Answer answer = shell("export LC_ALL=C LANG=C; cd /; " + SUBMIT.replace("scripts", quoted(scripts()))
                    + "--tenant=" + quoted(id));

            assertThat(answer.exit()).as(answer.err()).isZero();
            assertThat(storedBytes(answer.json().get("jobId").stringValue()))
                    .isEqualTo(HexFormat.of().formatHex(id.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void two_processes_at_once_get_the_same_answer_and_nothing_else_is_on_standard_output_I1() throws Exception {
        String twice = IntStream.of(1, 2)
                .mapToObj(number -> SUBMIT + "--tenant rivals > " + quoted(folder + "/answer-" + number) + " & ")
                .reduce("", String::concat);

        Answer both = shell(twice + "wait");

        assertThat(both.exit()).as(both.err()).isZero();
        List<JsonNode> answers = Stream.of(1, 2)
                .map(number -> JsonMapper.shared().readTree(folder.resolve("answer-" + number)))
                .toList();
        assertThat(answers.get(0).get("jobId")).isEqualTo(answers.get(1).get("jobId"));
    }

    @Test
    void exit_codes_and_errors_come_through() throws Exception {
        Answer refused = shell(SUBMIT + "--tenant expunge-control");
        Answer wrong = shell("scripts/expunge status 12");

        assertThat(refused.exit()).isEqualTo(4);
        assertThat(refused.out()).isEmpty();
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.err()).startsWith("expunge: ID: not a deletion job's id");
    }

    @Test
    void an_answer_is_the_same_whether_classes_are_kept_or_not() throws Exception {
        Answer first = shell("scripts/expunge status --output json");
        Answer second = shell("scripts/expunge status --output json");

        assertThat(second.out()).isEqualTo(first.out()).startsWith("{\"outages\":[");
        assertThat(first.err() + second.err()).isEmpty();
    }

    private static String storedBytes(String id) {
        return installation
                .application()
                .sql(
                        "SELECT encode(convert_to(tenant_id, 'UTF8'), 'hex') FROM expunge_intake.deletion_request WHERE id = :id")
                .param("id", id)
                .query(String.class)
                .single();
    }

    private static String scripts() {
        return Path.of("scripts").toAbsolutePath().toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** The commands go through a file, because this JVM's own locale may not be able to write them as arguments. */
    private static Answer shell(String commands) throws IOException, InterruptedException {
        Path script = Files.writeString(Files.createTempFile(folder, "script", ".sh"), commands + "\n");
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
        builder.environment().putAll(installation.environment());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException("no end within two minutes");
        }
        return new Answer(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
