package io.expunge.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Reads manifests as an API server with strict validation does: a field that the model doesn't have, a value of another type and
 * a key that stands there twice are errors. The model itself would take them all.
 */
final class KubernetesModel {

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "batch/v1 CronJob", CronJob.class,
            "batch/v1 Job", Job.class,
            "apps/v1 Deployment", Deployment.class);

    private static final ObjectMapper STRICT = strict();

    private KubernetesModel() {}

    static HasMetadata read(String yaml) {
        Map<?, ?> document = document(yaml);
        String kind = document.get("apiVersion") + " " + document.get("kind");
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
            throw new IllegalArgumentException("no kind of ours: " + kind);
        }
        return convert(document, type);
    }

    static Kustomization readKustomization(String yaml) {
        return convert(document(yaml), Kustomization.class);
    }

    /** The pods that an object makes. */
    static PodTemplateSpec podsOf(HasMetadata object) {
        if (object instanceof CronJob cron) {
            return cron.getSpec().getJobTemplate().getSpec().getTemplate();
        }
        return object instanceof Job job
                ? job.getSpec().getTemplate()
                : ((Deployment) object).getSpec().getTemplate();
    }

    private static Map<?, ?> document(String yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return (Map<?, ?>) new Yaml(new SafeConstructor(options)).load(yaml);
    }

    private static <T> T convert(Map<?, ?> document, Class<T> type) {
        try {
            return STRICT.treeToValue(STRICT.valueToTree(document), type);
        } catch (com.fasterxml.jackson.core.JsonProcessingException wrong) {
            String where = wrong instanceof JsonMappingException mapping ? mapping.getPathReference() : "";
            throw new IllegalArgumentException(wrong.getOriginalMessage() + " at " + where, wrong);
        }
    }

    private static ObjectMapper strict() {
        JacksonAnnotationIntrospector withoutACatchAll = new JacksonAnnotationIntrospector() {
            private static final long serialVersionUID = 1;

            @Override
            public Boolean hasAnySetter(Annotated member) {
                return Boolean.FALSE;
            }
        };
        return JsonMapper.builder()
                .annotationIntrospector(withoutACatchAll)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .build();
    }

    /** As much of a kustomization as ours use. */
    record Kustomization(
            String apiVersion,
            String kind,
            List<String> resources,
            List<Generator> configMapGenerator,
            Options generatorOptions) {

        Kustomization {
            resources = resources == null ? List.of() : resources;
            configMapGenerator = configMapGenerator == null ? List.of() : configMapGenerator;
        }
    }

    /** A ConfigMap that is made of files: a key for each, or one for each of their lines. */
    record Generator(String name, List<String> files, List<String> envs) {
        Generator {
            files = files == null ? List.of() : files;
            envs = envs == null ? List.of() : envs;
        }
    }

    record Options(boolean disableNameSuffixHash, Map<String, String> labels) {}
}
