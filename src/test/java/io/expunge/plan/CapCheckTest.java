package io.expunge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.Caps;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.catalog.Limits;
import io.expunge.catalog.Resource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I12: users may be 100 at most, the job 1,000, and what was approved a tenth more. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CapCheckTest {

    private static final Catalog CATALOG = capped();

    @Test
    void up_to_the_caps_nothing_needs_an_approval() {
        assertThat(check(users(100), tickets(900)).all()).isEmpty();
    }

    @Test
    void one_item_above_a_cap_is_too_much() {
        assertThat(check(users(101), tickets(0)).all())
                .containsExactly(new Excess("main.users@primary", 101, 100, Optional.empty()));
        assertThat(check(users(100), tickets(901)).all())
                .containsExactly(new Excess("job", 1001, 1000, Optional.empty()));
    }

    @Test
    void what_is_unknown_is_neither_too_much_nor_nothing_approved() {
        TaskCount unknown = new TaskCount("main.users", "primary", Optional.empty());

        assertThat(check(unknown, tickets(1000)).all()).isEmpty();
        assertThat(check(unknown, tickets(1001)).all()).hasSize(1);
        assertThat(checkApproved(List.of(unknown, tickets(5)), users(101), tickets(5))
                        .all())
                .containsExactly(new Excess("main.users@primary", 101, 100, Optional.empty()));
    }

    @Test
    void what_was_approved_may_be_a_tenth_more_and_not_one_item_beyond() {
        List<TaskCount> approved = List.of(users(200), tickets(2000));

        assertThat(checkApproved(approved, users(220), tickets(2200)).all()).isEmpty();
        assertThat(checkApproved(approved, users(221), tickets(0)).all())
                .containsExactly(new Excess("main.users@primary", 221, 100, Optional.of(200L)));
        assertThat(checkApproved(approved, users(100), tickets(2321)).all())
                .containsExactly(new Excess("job", 2421, 1000, Optional.of(2200L)));
    }

    @Test
    void the_job_may_grow_in_one_place_as_it_shrinks_in_another() {
        assertThat(checkApproved(List.of(users(90), tickets(1000)), users(99), tickets(991))
                        .all())
                .isEmpty();
    }

    @Test
    void a_task_is_kept_by_its_own_excess_or_by_the_jobs_and_not_by_another_tasks() {
        CapCheck own = check(users(101), tickets(5));

        assertThat(own.of("main.users", "primary")).map(Excess::what).contains("main.users@primary");
        assertThat(own.of("main.tickets", "primary")).isEmpty();
        assertThat(check(users(5), tickets(1000)).of("main.users", "primary"))
                .map(Excess::what)
                .contains("job");
    }

    @Test
    void an_excess_says_counts_and_caps_and_nothing_of_a_tenants() {
        assertThat(new Excess("job", 2401, 1000, Optional.of(2200L)).code())
                .isEqualTo("job 2401, cap 1000, approved 2200");
    }

    private static CapCheck check(TaskCount... counts) {
        return new CapCheck(CATALOG, List.of(counts), Optional.empty());
    }

    private static CapCheck checkApproved(List<TaskCount> approved, TaskCount... counts) {
        return new CapCheck(
                CATALOG, List.of(counts), Optional.of(new CountedPlan("dj_1", 1, "catalog", "plan", approved)));
    }

    private static TaskCount users(long items) {
        return new TaskCount("main.users", "primary", Optional.of(items));
    }

    private static TaskCount tickets(long items) {
        return new TaskCount("main.tickets", "primary", Optional.of(items));
    }

    private static Catalog capped() {
        Catalog sample = CatalogReader.read(Path.of("jobs", "catalog"));
        return new Catalog(
                sample.policyVersion(),
                sample.grace(),
                sample.target(),
                sample.onReopen(),
                sample.controlTenant(),
                sample.protectedTenants(),
                sample.registry(),
                sample.stores(),
                sample.notTenantData(),
                new Caps(Optional.of(1000L), 10),
                List.of(),
                sample.resources().stream()
                        .map(resource -> limited(
                                resource, resource.id().equals("main.users") ? Optional.of(100L) : Optional.empty()))
                        .toList());
    }

    private static Resource limited(Resource resource, Optional<Long> cap) {
        return new Resource(
                resource.id(),
                resource.store(),
                resource.type(),
                resource.ownedBy(),
                resource.idForm(),
                resource.derivedFrom(),
                resource.references(),
                resource.disposition(),
                resource.fence(),
                resource.verify(),
                resource.locations(),
                resource.required(),
                resource.owner(),
                new Limits(resource.limits().sliceItems(), cap));
    }
}
