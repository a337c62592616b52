package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.tenant.ReferenceKeys;
import io.expunge.tenant.TenantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the application's database into the control database, with the eraser's login in both. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReceiveRequestsIT {

    private static final Duration GRACE = Duration.ofDays(7);
    private static final Catalog CATALOG = withGrace(CatalogReader.read(Path.of("jobs", "catalog")));

    private final IntakeDatabase application;
    private final GivenJobs given = new GivenJobs(ControlDatabases.postgres(), Role.ERASER);

    @TempDir
    private Path folder;

    private ReceiveRequests receiveRequests;

    ReceiveRequestsIT() throws SQLException {
        application = new IntakeDatabase();
    }

    @BeforeEach
    void readKeys() throws IOException {
        receiveRequests = under("current=" + "1".repeat(64) + "\n");
    }

    @AfterEach
    void close() {
        application.close();
        given.control().close();
    }

    @Test
    void requests_become_jobs_once_and_leave_a_trace() {
        String acme = submit("acme", Optional.empty());
        String hooli = submit("hooli", Optional.empty());

        receiveRequests.all(CATALOG, GivenJobs.CATALOG);
        receiveRequests.all(CATALOG, GivenJobs.CATALOG);

        assertThat(given.find(acme).tenantId()).isEqualTo(new TenantId("acme"));
        assertThat(given.find(hooli).state()).isEqualTo(JobState.ACCEPTED);
        assertThat(given.everyJob()).hasSize(2);
        assertThat(trail())
                .containsExactlyInAnyOrder(acme + " reason CLOSED_BY_OWNER", hooli + " reason CLOSED_BY_OWNER");
        assertThat(application.intake().unreceived(10)).isEmpty();
    }

    @Test
    void nothing_begins_before_the_grace_is_over_or_before_the_moment_asked_for() {
        Instant early = Instant.parse("2020-01-01T00:00:00Z");
        Instant late = Instant.parse("2100-01-01T00:00:00Z");
        String plain = submit("plain", Optional.empty());
        String earlier = submit("earlier", Optional.of(early));
        String later = submit("later", Optional.of(late));

        receiveRequests.all(CATALOG, GivenJobs.CATALOG);

        assertThat(notBefore(plain)).isEqualTo(given.find(plain).requestedAt().plus(GRACE));
        assertThat(notBefore(earlier))
                .isEqualTo(given.find(earlier).requestedAt().plus(GRACE));
        assertThat(notBefore(later)).isEqualTo(late);
        assertThat(given.find(plain).targetAt())
                .isEqualTo(given.find(plain).requestedAt().plus(CATALOG.target()));
    }

    @Test
    void I12_the_control_tenant_is_never_erased_however_it_was_asked_for() {
        String id = submit("expunge-control", Optional.empty());

        receiveRequests.all(CATALOG, GivenJobs.CATALOG);

        assertThat(given.find(id).blockReason()).contains(BlockReason.PROTECTED);
    }

    @Test
    void I1_a_request_that_comes_back_after_a_change_of_key_finds_its_job() throws IOException {
        String id = submit("acme", Optional.empty());
        receiveRequests.all(CATALOG, GivenJobs.CATALOG);
        // The application's database was restored from before the request, which is then made again.
        ControlDatabase.execute(application.as(Role.SUPERUSER), "DELETE FROM expunge_intake.deletion_request");
        String anew = submit("acme", Optional.empty());

        under("next=" + "2".repeat(64) + "\ncurrent=" + "1".repeat(64) + "\n").all(CATALOG, GivenJobs.CATALOG);

        assertThat(anew).isNotEqualTo(id);
        assertThat(given.everyJob()).hasSize(1);
        assertThat(given.find(id).state()).isEqualTo(JobState.ACCEPTED);
    }

    private ReceiveRequests under(String keys) throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), keys);
        return new ReceiveRequests(
                application.intake(),
                given.jobs(),
                new JdbcAuditTrail(given.client(), Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC)),
                ReferenceKeys.read(file),
                given.control().transaction(Role.ERASER),
                Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC));
    }

    private String submit(String tenant, Optional<Instant> notBefore) {
        return application.intake().submit(new TenantId(tenant), 1, "CLOSED_BY_OWNER", Optional.empty(), notBefore);
    }

    private Instant notBefore(String id) {
        return given.client()
                .sql("SELECT not_before FROM expunge.deletion_job WHERE id = :id")
                .param("id", id)
                .query(OffsetDateTime.class)
                .single()
                .toInstant();
    }

    private List<String> trail() {
        return given.client()
                .sql("SELECT job_id || ' ' || detail FROM expunge.audit_event WHERE action = 'request.received'")
                .query(String.class)
                .list();
    }

    private static Catalog withGrace(Catalog sample) {
        return new Catalog(
                sample.policyVersion(),
                GRACE,
                sample.target(),
                sample.onReopen(),
                sample.controlTenant(),
                sample.protectedTenants(),
                sample.registry(),
                sample.stores(),
                sample.notTenantData(),
                sample.resources());
    }
}
