package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I1: one deletion job per tenant generation, whoever asks and however often. */
interface ReceivingRequests {

    Instant EARLIER = GivenJobs.NOW.minusSeconds(60);
    Instant LATER = GivenJobs.NOW.plusSeconds(60);

    GivenJobs given();

    @Test
    default void a_request_becomes_an_accepted_job_under_its_own_id() {
        NewDeletionJob request = GivenJobs.request("acme");

        DeletionJob job = given().received(request);

        assertThat(job.id()).isEqualTo(request.request().id());
        assertThat(job.state()).isEqualTo(JobState.ACCEPTED);
        assertThat(job.tenantId()).isEqualTo(request.request().tenant());
        assertThat(job.reference()).isEqualTo(request.reference());
        assertThat(job.round()).isEqualTo(1);
        assertThat(job.leaseToken()).isZero();
        assertThat(job.targetAt()).isEqualTo(request.targetAt());
    }

    @Test
    default void I1_the_same_generation_asked_for_twice_is_one_job() {
        DeletionJob first = given().received(GivenJobs.request("acme", 1, 1, EARLIER));

        DeletionJob second = given().received(GivenJobs.request("acme", 1, 2, LATER));

        assertThat(second).isEqualTo(first);
        assertThat(given().everyJob()).hasSize(1);
    }

    @Test
    default void another_generation_is_another_job() {
        DeletionJob first = given().received(GivenJobs.request("acme", 1, 1, EARLIER));

        DeletionJob second = given().received(GivenJobs.request("acme", 2, 1, LATER));

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(given().everyJob()).hasSize(2);
    }

    @Test
    default void I1_a_job_under_an_older_key_is_found() {
        DeletionJob first = given().received(GivenJobs.request("acme", 1, 1, EARLIER));
        NewDeletionJob again = GivenJobs.request("acme", 1, 2, LATER);
        var underTheNewKey = GivenJobs.reference("key-2", "acme");
        NewDeletionJob afterANewKey = new NewDeletionJob(
                again.request(),
                underTheNewKey,
                List.of(underTheNewKey, first.reference()),
                again.catalogHash(),
                again.notBefore(),
                again.targetAt(),
                false,
                again.now());

        DeletionJob second = given().received(afterANewKey);

        assertThat(second).isEqualTo(first);
        assertThat(given().everyJob()).hasSize(1);
    }

    @Test
    default void a_cancelled_job_that_is_asked_for_again_is_accepted_under_the_same_id() {
        DeletionJob cancelled = cancelled("acme");

        DeletionJob again = given().received(GivenJobs.request("acme", 1, 2, LATER));

        assertThat(again.id()).isEqualTo(cancelled.id());
        assertThat(again.state()).isEqualTo(JobState.ACCEPTED);
        assertThat(again.version()).isEqualTo(cancelled.version() + 1);
        assertThat(given().claimed(Claims.at(LATER.minusSeconds(1), Claims.by("run-1"))))
                .isEmpty();
        assertThat(given().claimed(Claims.at(LATER, Claims.by("run-1")))).hasSize(1);
    }

    @Test
    default void a_request_from_before_the_cancellation_does_not_undo_it() {
        cancelled("acme");

        DeletionJob again = given().received(GivenJobs.request("acme", 1, 1, EARLIER));

        assertThat(again.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    default void asking_again_leaves_a_job_that_runs_as_it_is() {
        given().running("acme", "run-1");
        List<?> before = given().everyJob();

        given().received(GivenJobs.request("acme", 1, 2, LATER));

        assertThat(given().everyJob()).isEqualTo(before);
    }

    @Test
    default void I12_a_protected_tenant_is_blocked_from_the_start() {
        DeletionJob job = given().received(ofProtected(GivenJobs.request("expunge-control")));

        assertThat(job.state()).isEqualTo(JobState.BLOCKED);
        assertThat(given().column(job, "block_reason")).isEqualTo("PROTECTED");
    }

    @Test
    default void I12_a_tenant_that_was_protected_meanwhile_is_not_accepted_again() {
        cancelled("acme");

        DeletionJob again = given().received(ofProtected(GivenJobs.request("acme", 1, 2, LATER)));

        assertThat(again.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    default void an_id_is_kept_byte_for_byte() {
        for (String tenant :
                List.of("acme", "ACME", "ac%me", "o'; DROP TABLE x; --", "acm\u00e9", "acme\u0301", "\ud83d\ude80")) {
            assertThat(given().accepted(tenant).tenantId().value()).isEqualTo(tenant);
        }

        assertThat(given().everyJob()).hasSize(7);
    }

    private DeletionJob cancelled(String tenant) {
        DeletionJob job = given().received(GivenJobs.request(tenant, 1, 1, EARLIER));
        given().client()
                .sql("""
                        UPDATE expunge.deletion_job
                        SET state = 'CANCELLED', state_version = state_version + 1, state_since = :now
                        WHERE id = :id
                        """)
                .param("now", JdbcDeletionJobs.at(GivenJobs.NOW))
                .param("id", job.id())
                .update();
        return given().again(job);
    }

    private static NewDeletionJob ofProtected(NewDeletionJob job) {
        return new NewDeletionJob(
                job.request(),
                job.reference(),
                job.knownAs(),
                job.catalogHash(),
                job.notBefore(),
                job.targetAt(),
                true,
                job.now());
    }
}
