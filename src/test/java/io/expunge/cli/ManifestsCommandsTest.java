package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.CatalogReader;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.cli.Settings.IntakeRole;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/** The manifests against the product: their command lines, their variables, and where they put files. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestsCommandsTest {

    private static final String JOB_NAME = "expunge-erasure-29412345";
    private static final String SECRETS = "/run/secrets/expunge/";
    private static final Set<String> NOT_OURS = Set.of("LC_ALL", "RUN_ID");
    private static final Pattern PATHS = Pattern.compile("(?<![\\w/:.-])/(?:etc|run|tmp|opt)/[\\w./-]*");

    @TempDir
    Path folder = Path.of("");

    static Stream<Path> files() {
        return Manifests.files().stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_command_line_is_one_that_the_product_takes(Path file) {
        ParseResult parsed = CommandLines.parse(Manifests.arguments(file, JOB_NAME));

        assertThat(Manifests.container(file).getCommand())
                .as("the image says what runs")
                .isEmpty();
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(command(file));
    }

    @ParameterizedTest
    @CsvSource({
        "erasure.yaml, true, false",
        "retries.yaml, true, true",
        "verification.yaml, true, false",
        "manual/run.yaml, false, false",
        "manual/verify.yaml, false, false"
    })
    void a_run_is_named_after_the_kubernetes_job_so_that_a_second_pod_restarts_it(
            String name, boolean scheduled, boolean retries) {
        Path file = Manifests.FOLDER.resolve(name);
        ParseResult command =
                CommandLines.parse(Manifests.arguments(file, JOB_NAME)).subcommand();

        assertThat(command.matchedOptionValue("--run-id", new RunId("x")).value())
                .isEqualTo(JOB_NAME);
        assertThat(command.hasMatchedOption("--scheduled")).isEqualTo(scheduled);
        assertThat(command.hasMatchedOption("--retries")).isEqualTo(retries);
        assertThat(command.hasMatchedOption("--wait")).isEqualTo(command(file).equals("verify"));
    }

    @Test
    void the_longest_name_that_kubernetes_gives_a_job_names_a_run() {
        assertThat(new RunId("j".repeat(63)).value()).hasSize(63);
    }

    @ParameterizedTest
    @MethodSource("files")
    void every_variable_is_one_that_the_product_reads(Path file) {
        assertThat(ours(Manifests.environment(file, JOB_NAME))).isNotEmpty().isSubsetOf(Settings.variables(stores()));
    }

    @ParameterizedTest
    @MethodSource("files")
    void with_them_the_command_finds_all_that_it_asks_for(Path file) throws Exception {
        Settings settings = settings(Manifests.environment(file, JOB_NAME));

        assertThat(asks(command(file), settings)).isNotEmpty();
    }

    /** What no purpose needs is left out; an address may stand for all. */
    @ParameterizedTest
    @MethodSource("files")
    void without_any_of_them_it_lacks_something_or_they_are_there_for_others(Path file) throws Exception {
        Map<String, String> environment = Manifests.environment(file, JOB_NAME);
        List<Object> all = asks(command(file), settings(environment));

        for (String variable : ours(environment)) {
            if (!variable.endsWith("_URL")) {
                Map<String, String> without = new TreeMap<>(environment);
                without.remove(variable);
                assertThat(answer(command(file), settings(without)))
                        .as("%s without %s", file, variable)
                        .isNotEqualTo(all);
            }
        }
    }

    @Test
    void what_erases_can_not_enter_as_the_verifier_and_the_other_way_round() throws Exception {
        for (Path file : Manifests.files()) {
            Settings settings = settings(Manifests.environment(file, JOB_NAME));
            String command = command(file);
            if (command.equals("run")) {
                refuses(() -> settings.verifierOf("main"));
                refuses(() -> settings.control(ControlRole.VERIFIER));
                refuses(() -> settings.control(ControlRole.OWNER));
            } else if (command.equals("verify")) {
                refuses(() -> settings.eraserOf("main"));
                refuses(() -> settings.control(ControlRole.ERASER));
                refuses(() -> settings.intake(IntakeRole.ERASER));
                refuses(settings::referenceKeys);
            } else if (command.equals("migrate")) {
                refuses(() -> settings.eraserOf("main"));
                refuses(() -> settings.verifierOf("main"));
            }
        }
    }

    private static void refuses(org.assertj.core.api.ThrowableAssert.ThrowingCallable asking) {
        assertThatThrownBy(asking).isInstanceOf(UsageException.class);
    }

    @Test
    void a_secret_is_mounted_where_its_purpose_works_and_nowhere_else() {
        Map<String, Set<String>> mounted = new TreeMap<>();
        Manifests.files()
                .forEach(file -> mounted.computeIfAbsent(command(file), name -> new TreeSet<>())
                        .addAll(Manifests.pod(file).getVolumes().stream()
                                .flatMap(volume -> Stream.ofNullable(volume.getSecret()))
                                .map(secret -> secret.getSecretName())
                                .toList()));

        assertThat(mounted)
                .isEqualTo(Map.of(
                        "run", Set.of("expunge-eraser", "expunge-reference"),
                        "verify", Set.of("expunge-verifier"),
                        "migrate", Set.of("expunge-owner"),
                        "serve", Set.of("expunge-eraser", "expunge-reference", "expunge-verifier")));
    }

    @ParameterizedTest
    @MethodSource("files")
    void every_file_that_is_named_lies_in_a_mount(Path file) {
        List<String> mounts = Manifests.container(file).getVolumeMounts().stream()
                .map(VolumeMount::getMountPath)
                .toList();
        List<String> volumes =
                Manifests.pod(file).getVolumes().stream().map(Volume::getName).toList();

        assertThat(Manifests.container(file).getVolumeMounts())
                .extracting(VolumeMount::getName)
                .containsExactlyInAnyOrderElementsOf(volumes);
        for (String value : Manifests.environment(file, JOB_NAME).values()) {
            Matcher path = PATHS.matcher(value);
            while (path.find()) {
                String named = path.group();
                assertThat(mounts).as(named).anyMatch(mount -> (named + "/").startsWith(mount + "/"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void the_settings_and_the_catalog_are_read_from_where_they_are_mounted(Path file) throws Exception {
        Map<String, String> environment = Manifests.environment(file, JOB_NAME);
        Settings settings = new Settings(environment);
        String command = command(file);

        if (!command.equals("migrate")) {
            Path jobs = mounted(file, "/etc/expunge/jobs");
            assertThat(settings.erasureSettings()).isEqualTo(Path.of("/etc/expunge/jobs/erasure.yaml"));
            assertThat(new Settings(Map.of("EXPUNGE_JOBS", jobs.toString())).erasureSettings())
                    .hasSameTextualContentAs(Path.of("jobs", "erasure.yaml"));
            assertThat(new Settings(Map.of("EXPUNGE_JOBS", jobs.toString())).verificationSettings())
                    .hasSameTextualContentAs(Path.of("jobs", "verification.yaml"));
        }
        if (!command.equals("verify")) {
            assertThat(settings.catalog()).isEqualTo(Path.of("/etc/expunge/catalog"));
            assertThat(CatalogReader.read(mounted(file, "/etc/expunge/catalog")))
                    .isEqualTo(CatalogReader.read(Path.of("jobs", "catalog")));
        }
    }

    /** As the kubelet lays a ConfigMap: links into a folder whose name begins with two dots. */
    private Path mounted(Path file, String at) throws IOException {
        String volume = Manifests.container(file).getVolumeMounts().stream()
                .filter(mount -> mount.getMountPath().equals(at))
                .map(VolumeMount::getName)
                .findFirst()
                .orElseThrow();
        String configMap = Manifests.pod(file).getVolumes().stream()
                .filter(each -> each.getName().equals(volume))
                .map(each -> each.getConfigMap().getName())
                .findFirst()
                .orElseThrow();
        var made = Manifests.generator(configMap).orElseThrow();
        Path mount = Files.createTempDirectory(folder, "mount");
        Path version = Files.createDirectory(mount.resolve("..2026_11_30_01_00_00.1"));
        Files.createSymbolicLink(mount.resolve("..data"), version.getFileName());
        for (String source : made.getValue().files()) {
            Path name = Path.of(source).getFileName();
            Files.copy(made.getKey().resolve(source), version.resolve(name));
            Files.createSymbolicLink(mount.resolve(name), Path.of("..data").resolve(name));
        }
        return mount;
    }

    @Test
    void the_document_names_every_key_of_every_secret() {
        String document = Manifests.text(Path.of("docs", "kubernetes.md"));

        for (Path file : Manifests.files()) {
            Manifests.environment(file, JOB_NAME).forEach((variable, value) -> {
                if (value.startsWith(SECRETS)) {
                    Path secret = Path.of(value.substring(SECRETS.length()));
                    assertThat(document)
                            .as(variable)
                            .contains("expunge-" + secret.getName(0))
                            .contains("--from-file=" + secret.getFileName() + "=");
                }
            });
        }
    }

    private static String command(Path file) {
        return Manifests.container(file).getArgs().get(0);
    }

    static Collection<String> stores() {
        return CatalogReader.read(Path.of("jobs", "catalog")).stores().keySet();
    }

    private static Set<String> ours(Map<String, String> environment) {
        Set<String> names = new TreeSet<>(environment.keySet());
        names.removeAll(NOT_OURS);
        return names;
    }

    /** With a file for each that is mounted from a secret. */
    private Settings settings(Map<String, String> environment) throws IOException {
        Map<String, String> variables = new TreeMap<>(environment);
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            if (variable.getValue().startsWith(SECRETS)) {
                Path file = folder.resolve(variable.getValue().substring(SECRETS.length()));
                Files.createDirectories(Optional.ofNullable(file.getParent()).orElseThrow());
                Files.writeString(file, "key=" + "0123456789abcdef".repeat(4) + "\n");
                variable.setValue(file.toString());
            }
        }
        return new Settings(variables);
    }

    private static Object answer(String command, Settings settings) {
        try {
            return asks(command, settings);
        } catch (UsageException lacking) {
            return String.valueOf(lacking.getMessage());
        }
    }

    /** All that the command asks of its settings. */
    private static List<Object> asks(String command, Settings settings) {
        List<Object> answers = new ArrayList<>();
        boolean erases = command.equals("run") || command.equals("serve");
        boolean verifies = command.equals("verify") || command.equals("serve");
        if (command.equals("migrate")) {
            answers.addAll(List.of(
                    settings.control(ControlRole.OWNER),
                    settings.control(ControlRole.ERASER),
                    settings.intake(IntakeRole.OWNER),
                    settings.catalog()));
        }
        if (erases) {
            answers.addAll(List.of(
                    settings.control(ControlRole.ERASER),
                    settings.intake(IntakeRole.ERASER),
                    settings.catalog(),
                    settings.erasureSettings()));
            answers.add(settings.referenceKeys().currentName());
            stores().forEach(store -> answers.add(settings.eraserOf(store)));
        }
        if (verifies) {
            answers.add(settings.control(ControlRole.VERIFIER));
            answers.add(settings.verificationSettings());
            stores().forEach(store -> answers.add(settings.verifierOf(store)));
        }
        return answers;
    }
}
