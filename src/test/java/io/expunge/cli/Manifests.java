package io.expunge.cli;

import io.expunge.cli.KubernetesModel.Generator;
import io.expunge.cli.KubernetesModel.Kustomization;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of {@code k8s-cronjobs/}, and what becomes of them in a cluster. */
final class Manifests {

    static final Path FOLDER = Path.of("k8s-cronjobs");
    static final Path JOBS = Path.of("jobs");

    private static final String KUSTOMIZATION = "kustomization.yaml";

    private Manifests() {}

    /** All that make objects, below the folder. */
    static List<Path> files() {
        return below(FOLDER, ".yaml")
                .filter(file -> !file.getFileName().toString().equals(KUSTOMIZATION))
                .toList();
    }

    static List<Path> kustomizations() {
        return Stream.concat(below(FOLDER, KUSTOMIZATION), below(JOBS, KUSTOMIZATION))
                .toList();
    }

    static Stream<Path> below(Path folder, String ending) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList().stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static HasMetadata object(Path file) {
        return KubernetesModel.read(text(file));
    }

    static Kustomization kustomization(Path file) {
        return KubernetesModel.readKustomization(text(file));
    }

    /** The generator of that ConfigMap, with the folder in which its files are. */
    static Optional<Map.Entry<Path, Generator>> generator(String configMap) {
        return kustomizations().stream()
                .flatMap(file -> kustomization(file).configMapGenerator().stream()
                        .filter(generator -> generator.name().equals(configMap))
                        .map(generator ->
                                Map.entry(Optional.ofNullable(file.getParent()).orElseThrow(), generator)))
                .findFirst();
    }

    static PodSpec pod(Path file) {
        return KubernetesModel.podsOf(object(file)).getSpec();
    }

    static Container container(Path file) {
        List<Container> containers = pod(file).getContainers();
        if (containers.size() != 1) {
            throw new IllegalStateException(file + " has " + containers.size() + " containers: expected one");
        }
        return containers.get(0);
    }

    /** What the process finds in its environment, in a pod of that name's job. */
    static Map<String, String> environment(Path file, String jobName) {
        Map<String, String> variables = new TreeMap<>();
        container(file)
                .getEnvFrom()
                .forEach(source ->
                        variables.putAll(lines(source.getConfigMapRef().getName())));
        for (EnvVar variable : container(file).getEnv()) {
            variables.put(variable.getName(), value(variable, jobName));
        }
        return variables;
    }

    private static String value(EnvVar variable, String jobName) {
        if (variable.getValueFrom() == null) {
            return variable.getValue();
        }
        String path = variable.getValueFrom().getFieldRef().getFieldPath();
        if (!path.equals("metadata.labels['batch.kubernetes.io/job-name']")) {
            throw new IllegalStateException(variable.getName() + " comes from " + path
                    + ": expected the label in which Kubernetes writes the job's name");
        }
        return jobName;
    }

    private static Map<String, String> lines(String configMap) {
        Map.Entry<Path, Generator> made = generator(configMap)
                .orElseThrow(() -> new IllegalStateException("nothing makes the ConfigMap " + configMap));
        Map<String, String> variables = new TreeMap<>();
        for (String file : made.getValue().envs()) {
            text(made.getKey().resolve(file))
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line ->
                            variables.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        }
        return variables;
    }

    /** The arguments as the process gets them. */
    static List<String> arguments(Path file, String jobName) {
        Map<String, String> variables = environment(file, jobName);
        return container(file).getArgs().stream()
                .map(argument -> expanded(argument, variables))
                .toList();
    }

    /** What names no variable stays as it is, and no option takes it. */
    private static String expanded(String argument, Map<String, String> variables) {
        String text = argument;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            text = text.replace("$(" + variable.getKey() + ")", variable.getValue());
        }
        return text;
    }
}
