package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/** What the pods may do, how they end, and that the image fits them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestsPodsTest {

    private static final Path SERVE = Manifests.FOLDER.resolve("serve").resolve("deployment.yaml");

    static Stream<Path> files() {
        return Manifests.files().stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_pod_may_do_nothing_but_its_work(Path file) {
        PodSpec pod = Manifests.pod(file);
        Container container = Manifests.container(file);

        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getEnableServiceLinks()).isFalse();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsKey("memory");
        assertThat(pod.getVolumes())
                .filteredOn(volume -> volume.getEmptyDir() != null)
                .hasSize(1);
        assertThat(container.getVolumeMounts())
                .filteredOn(mount -> !mount.getMountPath().equals("/tmp"))
                .allMatch(mount -> Boolean.TRUE.equals(mount.getReadOnly()));
    }

    @ParameterizedTest
    @MethodSource("files")
    void secrets_can_be_read_by_the_group_of_the_pod_alone(Path file) {
        assertThat(Manifests.pod(file).getVolumes().stream().flatMap(volume -> Stream.ofNullable(volume.getSecret())))
                .isNotEmpty()
                .allMatch(secret -> secret.getDefaultMode() == 0440);
        assertThat(Manifests.pod(file).getSecurityContext().getFsGroup())
                .isEqualTo(Manifests.pod(file).getSecurityContext().getRunAsGroup());
    }

    @ParameterizedTest
    @MethodSource("files")
    void the_product_is_given_the_time_that_it_takes_to_stop(Path file) {
        Duration grace = Duration.ofSeconds(Manifests.pod(file).getTerminationGracePeriodSeconds());

        assertThat(grace)
                .isGreaterThan(ControlConfiguration.PATIENCE_AT_SHUTDOWN)
                .isGreaterThan(ServeCommand.PATIENCE);
    }

    @ParameterizedTest
    @MethodSource("files")
    void ids_are_utf_8(Path file) {
        assertThat(Manifests.environment(file, "x")).containsEntry("LC_ALL", "C.UTF-8");
    }

    /** Under the same run id, so it is a restart; not where the exit code says that nothing would change. */
    @ParameterizedTest
    @MethodSource("files")
    void a_pod_is_followed_by_another_only_where_that_can_help(Path file) {
        HasMetadata object = Manifests.object(file);
        if (object instanceof Deployment) {
            return;
        }
        JobSpec job =
                object instanceof CronJob cron ? cron.getSpec().getJobTemplate().getSpec() : ((Job) object).getSpec();
        Set<Integer> hopeless = new TreeSet<>(Set.of(Exit.USAGE.code()));
        if (!object.getMetadata().getLabels().containsValue("migrate")) {
            hopeless.addAll(Set.of(Exit.REFUSED.code(), Exit.FINDING.code()));
        }
        if (object.getMetadata().getGenerateName() != null) {
            hopeless.add(Exit.WORK_LEFT.code());
        }

        assertThat(job.getTemplate().getSpec().getRestartPolicy()).isEqualTo("Never");
        assertThat(job.getBackoffLimit()).isPositive();
        assertThat(job.getActiveDeadlineSeconds()).isPositive();
        assertThat(job.getPodFailurePolicy().getRules().get(0).getAction()).isEqualTo("FailJob");
        assertThat(job.getPodFailurePolicy().getRules().get(0).getOnExitCodes().getValues())
                .containsExactlyElementsOf(hopeless);
        assertThat(job.getPodFailurePolicy().getRules().get(0).getOnExitCodes().getContainerName())
                .isEqualTo(job.getTemplate().getSpec().getContainers().get(0).getName());
    }

    @Test
    void serve_answers_where_it_is_asked() {
        ParseResult command =
                CommandLines.parse(Manifests.arguments(SERVE, "x")).subcommand();
        Container container = Manifests.container(SERVE);
        int port = command.matchedOptionValue("--port", 0);

        assertThat(command.matchedOptionValue("--address", "127.0.0.1"))
                .as("the kubelet doesn't come by the loopback")
                .isEqualTo("0.0.0.0");
        assertThat(container.getPorts()).singleElement().satisfies(named -> {
            assertThat(named.getName()).isEqualTo("health");
            assertThat(named.getContainerPort()).isEqualTo(port);
        });
        assertThat(asked(container.getLivenessProbe())).isEqualTo("health /actuator/health/liveness");
        assertThat(asked(container.getStartupProbe())).isEqualTo("health /actuator/health/liveness");
        assertThat(asked(container.getReadinessProbe())).isEqualTo("health /actuator/health/readiness");
    }

    private static String asked(Probe probe) {
        return probe.getHttpGet().getPort().getStrVal() + " "
                + probe.getHttpGet().getPath();
    }

    @Test
    void the_deployment_selects_its_own_pods() {
        Deployment deployment = (Deployment) Manifests.object(SERVE);

        assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(deployment.getSpec().getSelector().getMatchLabels());
    }

    @Test
    void one_image_runs_everything_as_the_user_that_it_was_made_for() {
        List<String> image = Manifests.text(Path.of("Containerfile")).lines().toList();

        assertThat(files().map(file -> Manifests.container(file).getImage())).containsOnly("expunge:" + version());
        assertThat(image)
                .contains("ENV LC_ALL=C.UTF-8")
                .contains("COPY --from=unpacked /build/application /opt/expunge/application")
                .anyMatch(line -> line.startsWith("ENTRYPOINT [\"java\", ")
                        && line.endsWith("\"-jar\", \"/opt/expunge/application/expunge.jar\"]"))
                .anyMatch(line -> line.contains("docker build") && line.endsWith("--tag expunge:" + version() + " ."));
        assertThat(files().map(file -> Manifests.pod(file).getSecurityContext()))
                .allSatisfy(security ->
                        assertThat(image).contains("USER " + security.getRunAsUser() + ":" + security.getRunAsGroup()));
    }

    private static String version() {
        String pom = Manifests.text(Path.of("pom.xml"));
        String ours = pom.substring(pom.indexOf("<artifactId>expunge</artifactId>"));
        return ours.substring(ours.indexOf("<version>") + "<version>".length(), ours.indexOf("</version>"))
                .replace("-SNAPSHOT", "");
    }
}
