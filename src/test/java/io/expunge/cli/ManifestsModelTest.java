package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.cli.KubernetesModel.Generator;
import io.expunge.cli.KubernetesModel.Kustomization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests against the model of Kubernetes, and the kustomizations against the folders. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestsModelTest {

    private static final Path NIGHTLY = Manifests.FOLDER.resolve("erasure.yaml");

    static Stream<Path> files() {
        return Manifests.files().stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_manifest_is_what_an_api_server_takes(Path file) {
        HasMetadata object = Manifests.object(file);

        assertThat(KubernetesModel.podsOf(object).getSpec().getContainers()).hasSize(1);
    }

    @Test
    void there_is_one_for_each_purpose() {
        assertThat(files().map(file -> Manifests.FOLDER.relativize(file).toString()))
                .containsExactlyInAnyOrder(
                        "erasure.yaml",
                        "retries.yaml",
                        "verification.yaml",
                        "migrate/job.yaml",
                        "manual/run.yaml",
                        "manual/verify.yaml",
                        "serve/deployment.yaml");
    }

    /** That the reading is strict, seen by what it refuses. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            concurrencyPolicy: Forbid    | concurencyPolicy: Forbid    | Unrecognized field "concurencyPolicy"
            activeDeadlineSeconds: 18600 | activeDeadlineSecond: 18600 | Unrecognized field "activeDeadlineSecond"
            readOnlyRootFilesystem: true | readonlyRootFilesystem: true| Unrecognized field "readonlyRootFilesystem"
            mountPath: /tmp              | mountpath: /tmp             | Unrecognized field "mountpath"
            fieldPath: metadata          | path: metadata              | Unrecognized field "path"
            memory: 512Mi                | memory: [512Mi]             | Invalid quantity string format
            backoffLimit: 2              | backoffLimit: "2"           | Cannot coerce String value
            backoffLimit: 2              | backoffLimit: two           | Cannot coerce String value
            value: C.UTF-8               | value: 8                    | Cannot coerce Integer value
            runAsNonRoot: true           | runAsNonRoot: "true"        | Cannot coerce String value
            restartPolicy: Never         | restartPolicy: true         | Cannot coerce Boolean value
            timeZone: UTC                | schedule: "* * * * *"       | found duplicate key
            kind: CronJob                | kind: Cronjob               | no kind of ours
            apiVersion: batch/v1         | apiVersion: batch/v1beta1   | no kind of ours
            """)
    void a_typo_is_an_error(String right, String wrong, String said) {
        String text = Manifests.text(NIGHTLY);
        assertThat(text).contains(right);

        assertThatThrownBy(() -> KubernetesModel.read(text.replace(right, wrong)))
                .hasMessageContaining(said);
    }

    @Test
    void a_typo_in_a_kustomization_is_an_error() {
        String text = Manifests.text(Manifests.FOLDER.resolve("kustomization.yaml"));

        assertThatThrownBy(() -> KubernetesModel.readKustomization(text.replace("resources:", "resource:")))
                .hasMessageContaining("Unrecognized field \"resource\"");
    }

    static Stream<Path> kustomizations() {
        return Manifests.kustomizations().stream();
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void a_kustomization_lists_exactly_what_lies_beside_it(Path file) throws Exception {
        Path folder = Optional.ofNullable(file.getParent()).orElseThrow();
        Kustomization kustomization = Manifests.kustomization(file);
        List<String> named = Stream.concat(
                        kustomization.resources().stream().filter(name -> name.endsWith(".yaml")),
                        kustomization.configMapGenerator().stream()
                                .flatMap(generator ->
                                        Stream.concat(generator.files().stream(), generator.envs().stream())))
                .sorted()
                .toList();

        try (Stream<Path> beside = folder.equals(Manifests.JOBS) ? Files.walk(folder) : Files.list(folder)) {
            assertThat(beside.filter(Files::isRegularFile)
                            .filter(each -> !each.equals(file))
                            .map(each -> folder.relativize(each).toString())
                            .sorted())
                    .containsExactlyElementsOf(named);
        }
        assertThat(kustomization.resources())
                .filteredOn(name -> !name.endsWith(".yaml"))
                .allSatisfy(name -> assertThat(folder.resolve(name).resolve("kustomization.yaml"))
                        .exists());
        assertThat(kustomization.apiVersion() + " " + kustomization.kind())
                .isEqualTo("kustomize.config.k8s.io/v1beta1 Kustomization");
    }

    @Test
    void whatever_a_kustomization_applies_has_a_name_and_what_is_launched_by_hand_gets_one_each_time() {
        for (Path file : Manifests.files()) {
            HasMetadata object = Manifests.object(file);
            boolean byHand = file.startsWith(Manifests.FOLDER.resolve("manual"));

            assertThat(object.getMetadata().getGenerateName() != null)
                    .as("%s", file)
                    .isEqualTo(byHand);
            assertThat(object.getMetadata().getName() == null).as("%s", file).isEqualTo(byHand);
        }
    }

    @Test
    void the_catalog_is_mounted_whole() {
        Generator catalog = Manifests.generator("expunge-catalog").orElseThrow().getValue();

        assertThat(catalog.files())
                .containsExactlyElementsOf(Manifests.below(Manifests.JOBS.resolve("catalog"), ".yaml")
                        .map(file -> Manifests.JOBS.relativize(file).toString())
                        .toList());
    }
}
