package io.expunge.store.opensearch;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Ownership.DocumentField;
import io.expunge.catalog.Resource;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Scope;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Looks around in a cluster. */
final class OpenSearchSurveyor implements Surveyor {

    private static final Duration QUESTION = Duration.ofSeconds(30);
    private static final Duration SURVEY = Duration.ofMinutes(2);
    private static final Call DANGLING = Call.get("_dangling");

    private final StoreDeclaration store;
    private final SearchLink link;
    private final Clock clock;

    OpenSearchSurveyor(StoreDeclaration store, SearchLink link, Clock clock) {
        this.store = store;
        this.link = link;
        this.clock = clock;
    }

    /** The cluster's UUID, which it keeps for its life; a cluster restored from a snapshot is another one. */
    @Override
    public String identity() {
        try {
            return ClusterPoint.of(link.ask(ClusterPoint.QUESTION, Deadline.in(QUESTION), QUESTION))
                    .cluster();
        } catch (SearchFault fault) {
            throw fault.toException(store.name());
        }
    }

    /** Counts documents without a generation too: they are the target's, though no erasure by the predicate takes them. */
    @Override
    public Map<String, Long> count(Scope scope, List<Target> targets) {
        try {
            DocumentField documents = Optional.of(scope.resource().ownedBy())
                    .filter(DocumentField.class::isInstance)
                    .map(DocumentField.class::cast)
                    .orElseThrow(() -> new SearchFault(FaultKind.CONFIGURATION, "FIELD"));
            Deadline deadline = Deadline.in(SURVEY);
            ClusterView.of(link.ask(ClusterView.question(documents.index()), deadline, QUESTION))
                    .obstacle()
                    .ifPresent(unseen -> {
                        throw new SearchFault(FaultKind.CONTENDED, unseen.code());
                    });
            // By the name as it stands: an estimate may miss what an alias leaves out.
            requireWhole(link.ask(Call.post(documents.index(), "_refresh"), deadline, QUESTION));
            Map<String, Long> counts = new HashMap<>();
            for (Target target : targets) {
                counts.put(target.taskId(), count(documents, target, deadline));
            }
            return counts;
        } catch (SearchFault fault) {
            throw fault.toException(store.name());
        }
    }

    private long count(DocumentField documents, Target target, Deadline deadline) {
        Map<String, Object> found = new HashMap<>();
        found.put(
                "filter",
                List.of(Map.of(
                        "term", Map.of(documents.field(), target.subject().storedId()))));
        documents
                .generationField()
                .ifPresent(generation -> found.put(
                        "must_not",
                        List.of(Map.of(
                                "range",
                                Map.of(generation, Map.of("gt", target.subject().generation()))))));
        return count(documents.index(), Map.of("bool", found), deadline);
    }

    private long count(String index, Map<String, ?> query, Deadline deadline) {
        JsonNode answer =
                requireWhole(link.ask(Call.post(index, "_count").saying(Map.of("query", query)), deadline, QUESTION));
        return answer.path("count").asLong(0);
    }

    private static JsonNode requireWhole(JsonNode answer) {
        if (answer.path("_shards").path("failed").asInt(-1) != 0) {
            throw new SearchFault(FaultKind.CONTENDED, "SHARDS");
        }
        return answer;
    }

    /**
     * Names indices in which a field bears a tenant's name, and, in those that the catalog does name, documents without
     * their tenant: whose they are can't be told. Such are declared as {@code tickets without tenant}.
     */
    @Override
    public List<Uncatalogued> drift(Catalog catalog) {
        Deadline deadline = Deadline.in(SURVEY);
        try {
            LiveIndices live = LiveIndices.of(link.ask(LiveIndices.question(), deadline, QUESTION));
            List<DocumentField> catalogued = catalogued(catalog);
            List<Uncatalogued> drift = new ArrayList<>(unknown(live, catalogued));
            LiveIndices.dangling(link.ask(DANGLING, deadline, QUESTION))
                    .forEach(name -> drift.add(new Uncatalogued(name, "dangling: on a disk, not in the cluster")));
            for (DocumentField documents : catalogued) {
                drift.addAll(withoutTenant(live, documents, deadline));
            }
            LocalDate today = LocalDate.now(clock);
            drift.removeIf(found -> catalog.notTenantData().stream()
                    .anyMatch(declaration -> declaration.covers(store.name(), found.name(), today)));
            return drift;
        } catch (SearchFault fault) {
            throw fault.toException(store.name());
        }
    }

    private List<DocumentField> catalogued(Catalog catalog) {
        return catalog.resources().stream()
                .filter(resource -> resource.locations().stream()
                        .anyMatch(location -> location.store().equals(store.name())))
                .map(Resource::ownedBy)
                .filter(DocumentField.class::isInstance)
                .map(DocumentField.class::cast)
                .toList();
    }

    private static List<Uncatalogued> unknown(LiveIndices live, List<DocumentField> catalogued) {
        Set<String> names = catalogued.stream().map(DocumentField::index).collect(Collectors.toSet());
        Set<String> telling = Stream.concat(
                        LiveIndices.TENANT_FIELDS.stream(),
                        catalogued.stream()
                                .map(DocumentField::field)
                                .map(field -> field.substring(field.lastIndexOf('.') + 1)
                                        .toLowerCase(Locale.ROOT)))
                .collect(Collectors.toSet());
        List<Uncatalogued> unknown = new ArrayList<>();
        live.fields().forEach((index, fields) -> {
            Set<String> shared = new HashSet<>(fields);
            shared.retainAll(telling);
            if (!shared.isEmpty() && !live.isBehind(index, names)) {
                unknown.add(new Uncatalogued(
                        index, shared.stream().sorted().collect(Collectors.joining(", ", "has a field ", ""))));
            }
        });
        return unknown;
    }

    private List<Uncatalogued> withoutTenant(LiveIndices live, DocumentField documents, Deadline deadline) {
        List<Uncatalogued> found = new ArrayList<>();
        Map<String, ?> nobodys =
                Map.of("bool", Map.of("must_not", List.of(Map.of("exists", Map.of("field", documents.field())))));
        for (String index : live.openBehind(documents.index())) {
            long count = count(index, nobodys, deadline);
            if (count > 0) {
                found.add(new Uncatalogued(
                        index + " without " + documents.field(), count + " documents whose tenant can't be told"));
            }
        }
        return found;
    }

    @Override
    public void close() {
        link.close();
    }
}
