package io.expunge.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.IdForm;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotInjective;
import io.expunge.catalog.Resource;
import io.expunge.catalog.VerifyPolicy;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.JobState;
import io.expunge.deletion.NewTask;
import io.expunge.deletion.TaskState;
import io.expunge.store.ResumePoint;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Over the catalog that is shipped as a sample. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SealPlanTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));

    private final SealPlan sealPlan = new SealPlan();

    @Test
    void rows_come_before_the_rows_that_they_point_to_and_the_derived_last() {
        List<NewTask> tasks = sealPlan.of(job("acme"), CATALOG).tasks();

        assertThat(tasks)
                .extracting(NewTask::resourceId)
                .containsExactly(
                        "main.comments",
                        "main.attachments",
                        "main.tickets",
                        "main.users",
                        "main.projects",
                        "main.invoices",
                        "main.accounts",
                        "objects.files",
                        "objects.files",
                        "cache.keys",
                        "search.tickets");
        assertThat(tasks).extracting(NewTask::position).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(tasks).extracting(NewTask::id).doesNotHaveDuplicates().allMatch(id -> id.startsWith("dj_1-"));
        assertThat(tasks.get(9))
                .isEqualTo(new NewTask(
                        "dj_1-010",
                        "cache.keys",
                        "primary",
                        "cache",
                        "redis",
                        "DERIVED",
                        10,
                        true,
                        "name",
                        Duration.ofSeconds(2)));
    }

    @Test
    void a_replica_is_a_task_of_its_own_behind_the_primary() {
        Catalog withReplica = with(
                "main.users",
                users -> changed(
                        users,
                        users.fence(),
                        users.verify(),
                        List.of(users.locations().get(0), new Location("eu-west", "replica")),
                        users.required()));

        assertThat(sealPlan.of(job("acme"), withReplica).tasks())
                .filteredOn(task -> task.resourceId().equals("main.users"))
                .extracting(NewTask::location, NewTask::store)
                .containsExactly(tuple("primary", "main"), tuple("eu-west", "replica"));
    }

    /** A task's id is never given to another: receipts and evidence hang on it. */
    @Test
    void what_was_planned_before_keeps_its_id_and_what_is_new_gets_a_number_of_its_own() {
        Catalog before = without("main.attachments");
        List<NewTask> first = sealPlan.of(job("acme"), before).tasks();

        SealPlan.Plan anew = sealPlan.of(job("acme"), CATALOG, known(first));

        assertThat(anew.hash()).isEqualTo(sealPlan.of(job("acme"), CATALOG).hash());
        assertThat(anew.tasks()).extracting(NewTask::id).doesNotHaveDuplicates();
        assertThat(anew.tasks())
                .filteredOn(task -> task.resourceId().equals("main.attachments"))
                .extracting(NewTask::id, NewTask::position)
                .containsExactly(tuple("dj_1-011", 2));
        first.forEach(task -> assertThat(anew.tasks())
                .filteredOn(other -> other.resourceId().equals(task.resourceId())
                        && other.location().equals(task.location()))
                .extracting(NewTask::id)
                .containsExactly(task.id()));
    }

    private static List<DeletionTask> known(List<NewTask> tasks) {
        return tasks.stream()
                .map(task -> new DeletionTask(
                        task.id(),
                        "dj_1",
                        task.resourceId(),
                        task.location(),
                        task.store(),
                        task.resourceType(),
                        task.wave(),
                        task.position(),
                        task.required(),
                        task.fence(),
                        task.secondLook(),
                        TaskState.ERASED,
                        Optional.empty(),
                        Optional.empty(),
                        1,
                        Optional.of(3L),
                        3,
                        Optional.empty(),
                        ResumePoint.START,
                        false,
                        Optional.empty()))
                .toList();
    }

    @Test
    void the_same_job_gives_the_same_plan_in_every_locale() {
        Locale before = Locale.getDefault();
        SealPlan.Plan first = sealPlan.of(job("acme"), CATALOG);
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(sealPlan.of(job("acme"), CATALOG)).isEqualTo(first);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void the_hash_changes_with_whatever_is_done() {
        List<String> hashes = new ArrayList<>();
        hashes.add(hash(job("acme"), CATALOG));
        hashes.add(hash(job("acme", 2, "sha256:catalog"), CATALOG));
        hashes.add(hash(job("acme", 1, "sha256:other"), CATALOG));
        for (UnaryOperator<Resource> change : List.<UnaryOperator<Resource>>of(
                users -> changed(users, FenceKind.REGISTRY_LOCK, users.verify(), users.locations(), users.required()),
                users -> changed(
                        users,
                        users.fence(),
                        new VerifyPolicy(Duration.ofSeconds(3)),
                        users.locations(),
                        users.required()),
                users -> changed(
                        users,
                        users.fence(),
                        users.verify(),
                        List.of(new Location("primary", "another")),
                        users.required()),
                users -> changed(
                        users,
                        users.fence(),
                        users.verify(),
                        List.of(new Location("eu-west", "main")),
                        users.required()),
                users -> changed(users, users.fence(), users.verify(), users.locations(), false))) {
            hashes.add(hash(job("acme"), with("main.users", change)));
        }
        hashes.add(hash(job("acme"), without("cache.keys")));

        assertThat(hashes).doesNotHaveDuplicates().allMatch(hash -> hash.matches("sha256:[0-9a-f]{64}"));
    }

    @Test
    void I7_the_plan_says_nothing_of_the_tenant() {
        assertThat(sealPlan.of(job("acme"), CATALOG)).isEqualTo(sealPlan.of(job("hooli"), CATALOG));
    }

    @Test
    void I12_an_id_that_a_layout_can_not_hold_is_refused_before_anything_is_planned() {
        Catalog lower = with(
                "cache.keys",
                keys -> new Resource(
                        keys.id(),
                        keys.store(),
                        keys.type(),
                        keys.ownedBy(),
                        new IdForm.Lower(),
                        keys.derivedFrom(),
                        keys.references(),
                        keys.disposition(),
                        keys.fence(),
                        keys.verify(),
                        keys.locations(),
                        keys.required(),
                        keys.owner(),
                        keys.limits()));

        assertThat(sealPlan.of(job("acme"), lower).tasks()).hasSize(11);
        for (String unwritable : List.of("Acme-of-old", "acme:of-old")) {
            assertThatThrownBy(() -> sealPlan.of(job(unwritable), lower))
                    .isInstanceOf(NotInjective.class)
                    .hasMessageNotContainingAny(unwritable, "of-old");
        }
    }

    private String hash(DeletionJob job, Catalog catalog) {
        return sealPlan.of(job, catalog).hash();
    }

    private static Resource changed(
            Resource resource, FenceKind fence, VerifyPolicy verify, List<Location> locations, boolean required) {
        return new Resource(
                resource.id(),
                resource.store(),
                resource.type(),
                resource.ownedBy(),
                resource.idForm(),
                resource.derivedFrom(),
                resource.references(),
                resource.disposition(),
                fence,
                verify,
                locations,
                required,
                resource.owner(),
                resource.limits());
    }

    private static Catalog with(String id, UnaryOperator<Resource> change) {
        return of(CATALOG.resources().stream()
                .map(resource -> resource.id().equals(id) ? change.apply(resource) : resource)
                .toList());
    }

    private static Catalog without(String id) {
        return of(CATALOG.resources().stream()
                .filter(resource -> !resource.id().equals(id))
                .toList());
    }

    private static Catalog of(List<Resource> resources) {
        return new Catalog(
                CATALOG.policyVersion(),
                CATALOG.grace(),
                CATALOG.target(),
                CATALOG.onReopen(),
                CATALOG.controlTenant(),
                CATALOG.protectedTenants(),
                CATALOG.registry(),
                CATALOG.stores(),
                CATALOG.notTenantData(),
                resources);
    }

    private static DeletionJob job(String tenant) {
        return job(tenant, 1, "sha256:catalog");
    }

    private static DeletionJob job(String tenant, int generation, String catalogHash) {
        return new DeletionJob(
                "dj_1",
                new TenantReference("key-1", "a".repeat(64)),
                Optional.of(new TenantId(tenant)),
                generation,
                Map.of(),
                catalogHash,
                JobState.RUNNING,
                Optional.empty(),
                1,
                1,
                0,
                0,
                1,
                Optional.of("run-1"),
                Optional.of(NOW),
                Optional.empty(),
                NOW,
                NOW,
                Optional.empty());
    }
}
