package io.expunge.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.GivenJobs;
import io.expunge.plan.Approvals.Approve;
import io.expunge.plan.Approvals.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** I12: four eyes, held by PostgreSQL. ann and ben are logins of two people, members of both roles. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ApprovalsIT {

    private static final String TWO_PEOPLE =
            "{\"approvers\":[{\"person\":\"Ann\",\"logins\":[\"ann\"]},{\"person\":\"Ben\",\"logins\":[\"ben\"]}]}";
    private static final String ONE_PERSON = "{\"approvers\":[{\"person\":\"Ann\",\"logins\":[\"ann\",\"ben\"]}]}";
    private static final TaskCount USERS = new TaskCount("main.users", "primary", Optional.of(1200L));

    private final ControlDatabase control = ControlDatabases.postgres();
    private final GivenJobs given = new GivenJobs(control);
    private DeletionJob job;

    @BeforeEach
    void a_job_that_somebody_asked_for() {
        job = given.accepted("acme");
        catalogSays(TWO_PEOPLE);
    }

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void another_person_approves_under_the_login_that_came_in() {
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);

        assertThat(approve("ben", plan)).isEqualTo(Outcome.APPROVED);

        assertThat(approvals("ann").approved(job.id(), "plan-1")).contains(plan);
        assertThat(approvals("ann").latest(job.id()))
                .get()
                .matches(request -> request.requestedBy().equals("ann")
                        && request.approver().equals(Optional.of("ben"))
                        && request.approvedAt().isPresent());
        assertThat(events()).containsExactly("ben job.approved SIZE_IS_RIGHT " + plan.approvalHash());
    }

    @Test
    void one_person_two_names_approval_refused() {
        catalogSays(ONE_PERSON);
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);

        assertThat(approve("ben", plan)).isEqualTo(Outcome.SAME_PERSON);
        assertThat(approve("ann", plan)).isEqualTo(Outcome.SAME_PERSON);
        assertThat(approvals("ann").approved(job.id(), "plan-1")).isEmpty();
    }

    @Test
    void another_role_is_not_another_person() throws SQLException {
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);

        try (Connection connection = control.unpooled("ann").getConnection()) {
            JdbcClient ann = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            ann.sql("SET ROLE expunge_approver").update();
            assertThat(ann.sql("SELECT expunge.approve(:job, :hash, 'SIZE_IS_RIGHT', NULL)")
                            .param("job", job.id())
                            .param("hash", plan.approvalHash())
                            .query(String.class)
                            .single())
                    .isEqualTo("SAME_PERSON");
            assertThatThrownBy(() -> ann.sql("SET SESSION AUTHORIZATION ben").update())
                    .rootCause()
                    .hasMessageContaining("permission denied");
        }
    }

    @Test
    void whoever_asked_for_the_erasure_can_not_approve_it_under_any_name() {
        control.tamper("UPDATE expunge.deletion_job SET requested_by = 'ann'");
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);
        assertThat(approve("ann", plan)).isEqualTo(Outcome.SAME_PERSON);

        control.tamper("UPDATE expunge.deletion_job SET requested_by = 'ben'");
        assertThat(approve("ben", plan)).isEqualTo(Outcome.SAME_PERSON);
    }

    @Test
    void whoever_acted_on_the_job_can_not_approve_it() {
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);
        as("ben").sql("""
                        INSERT INTO expunge.audit_event (recorded_at, actor, action, job_id, detail)
                        VALUES (now(), SESSION_USER, 'job.resumed', :job, 'from BLOCKED')
                        """).param("job", job.id()).update();

        assertThat(approve("ben", plan)).isEqualTo(Outcome.SAME_PERSON);
    }

    @Test
    void who_approved_once_may_approve_what_was_counted_anew() {
        assertThat(approve("ben", requestedBy("ann", "plan-1", USERS))).isEqualTo(Outcome.APPROVED);
        CountedPlan more = requestedBy("ann", "plan-1", new TaskCount("main.users", "primary", Optional.of(9000L)));

        assertThat(approve("ben", more)).isEqualTo(Outcome.APPROVED);
        assertThat(approvals("ann").approved(job.id(), "plan-1")).contains(more);
    }

    @Test
    void who_is_not_among_the_approvers_approves_nothing() {
        catalogSays("{}");

        assertThat(approve("ben", requestedBy("ann", "plan-1", USERS))).isEqualTo(Outcome.NOT_AN_APPROVER);
    }

    @Test
    void only_what_somebody_asked_for_and_only_the_latest_of_it_can_be_approved() {
        CountedPlan first = requestedBy("ann", "plan-1", USERS);
        requestedBy("ann", "plan-1", new TaskCount("main.users", "primary", Optional.of(1300L)));

        assertThat(approve("ben", first)).isEqualTo(Outcome.SUPERSEDED);
        assertThat(approve("ben", plan("plan-2", USERS))).isEqualTo(Outcome.NOT_REQUESTED);
        assertThat(approvals("ben").approve("dj_unknown", order(first))).isEqualTo(Outcome.UNKNOWN_JOB);
    }

    @Test
    void what_was_planned_anew_since_can_not_be_approved_and_an_older_approval_counts_no_more() {
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);
        control.tamper("UPDATE expunge.deletion_job SET plan_hash = 'plan-2'");

        assertThat(approve("ben", plan)).isEqualTo(Outcome.SUPERSEDED);
        assertThat(approvals("ann").approved(job.id(), "plan-2")).isEmpty();
    }

    @Test
    void nothing_is_approved_twice_or_for_a_job_that_has_ended() {
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);
        assertThat(approve("ben", plan)).isEqualTo(Outcome.APPROVED);
        assertThat(approve("ben", plan)).isEqualTo(Outcome.ALREADY_APPROVED);

        control.tamper("UPDATE expunge.deletion_job SET state = 'CANCELLED'");
        assertThat(approve("ben", plan)).isEqualTo(Outcome.OVER);
    }

    /** The owner could drop the trigger, and can't forget it. */
    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ERASER", "VERIFIER", "OPERATOR", "APPROVER", "OWNER", "SUPERUSER"})
    void nobody_writes_an_approval_in_anothers_name(Role role) {
        requestedBy("ann", "plan-1", USERS);

        assertThatThrownBy(() -> control.client(role).sql("""
                                INSERT INTO expunge.approval
                                    (request_id, approver, person, reason_code, approved_at)
                                SELECT id, 'ben', 'Ben', 'SIZE_IS_RIGHT', now()
                                FROM expunge.approval_request
                                """).update())
                .rootCause()
                .hasMessageMatching("(?s).*(permission denied|approval refused: SERVICE_LOGIN).*");
    }

    @Test
    void nobody_asks_in_anothers_name() {
        as("ann")
                .sql("""
                        INSERT INTO expunge.approval_request
                            (job_id, round, catalog_hash, plan_hash, approval_hash, counts, requested_by, requested_at)
                        VALUES (:job, 1, :catalog, 'plan-1', 'hash', '[]', 'ben', now())
                        """)
                .param("job", job.id())
                .param("catalog", GivenJobs.CATALOG)
                .update();

        assertThat(as("ann")
                        .sql("SELECT requested_by FROM expunge.approval_request")
                        .query(String.class)
                        .single())
                .isEqualTo("ann");
    }

    @Test
    void I7_a_reason_is_a_code() {
        CountedPlan plan = requestedBy("ann", "plan-1", USERS);

        assertThatThrownBy(() -> approvals("ben")
                        .approve(job.id(), new Approve(plan.approvalHash(), "acme is big", Optional.empty())))
                .hasMessageContaining("expected a reason code");
    }

    private void catalogSays(String content) {
        String hash = "sha256:" + Integer.toHexString(content.hashCode());
        control.tamper(
                "DELETE FROM expunge.catalog_current",
                "INSERT INTO expunge.catalog_snapshot (hash, policy_version, content) VALUES ('" + hash + "', 'test', '"
                        + content + "')",
                "INSERT INTO expunge.catalog_current (singleton, hash, version) VALUES (1, '" + hash + "', 1)");
    }

    private CountedPlan plan(String hash, TaskCount... counts) {
        return new CountedPlan(job.id(), 1, GivenJobs.CATALOG, hash, List.of(counts));
    }

    private CountedPlan requestedBy(String login, String hash, TaskCount... counts) {
        CountedPlan plan = plan(hash, counts);
        approvals(login).request(plan);
        return plan;
    }

    private Outcome approve(String login, CountedPlan plan) {
        return approvals(login).approve(job.id(), order(plan));
    }

    private static Approve order(CountedPlan plan) {
        return new Approve(plan.approvalHash(), "SIZE_IS_RIGHT", Optional.of("OPS-1"));
    }

    private Approvals approvals(String login) {
        return new JdbcApprovals(as(login), Clock.systemUTC());
    }

    private JdbcClient as(String login) {
        return JdbcClient.create(control.unpooled(login));
    }

    private List<String> events() {
        return control.client(Role.OWNER)
                .sql(
                        "SELECT actor || ' ' || action || ' ' || detail FROM expunge.audit_event WHERE action = 'job.approved'")
                .query(String.class)
                .list();
    }
}
