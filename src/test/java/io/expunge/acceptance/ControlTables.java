package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.jdbc.core.simple.JdbcClient;

/** What the control tables must look like when all is done, however it came about. */
final class ControlTables {

    private ControlTables() {}

    static void assertSettled(JdbcClient control) {
        assertThat(count(control, "deletion_job WHERE state <> 'VERIFIED'")).isZero();
        assertThat(count(control, "deletion_job WHERE lease_owner IS NOT NULL"))
                .as("leases left")
                .isZero();
        assertThat(count(control, "deletion_job WHERE round <> 1"))
                .as("jobs of which a look found something that was held to be erased")
                .isZero();
        assertThat(count(control, "deletion_task WHERE state NOT IN ('ERASED', 'ALREADY_ABSENT')"))
                .as("tasks that have not ended")
                .isZero();
        assertThat(count(control, """
                        deletion_task task
                        WHERE 1 <> (SELECT COUNT(*) FROM expunge.receipt receipt
                                    WHERE receipt.task_id = task.id AND receipt.round = task.round)
                        """)).as("tasks without their one receipt").isZero();
        assertThat(count(control, """
                        deletion_task task
                        WHERE 2 > (SELECT COUNT(*) FROM expunge.evidence look
                                   WHERE look.task_id = task.id AND look.round = task.round AND look.verdict = 'EMPTY')
                        """))
                .as("tasks that were not seen empty twice")
                .isZero();
        assertThat(count(control, "evidence WHERE verdict = 'RESIDUE'")).isZero();
        assertThat(count(control, """
                        deletion_job job
                        WHERE 1 <> (SELECT COUNT(*) FROM expunge.audit_event event
                                    WHERE event.job_id = job.id AND event.action = 'job.decided'
                                      AND event.detail LIKE 'VERIFIED%')
                        """))
                .as("jobs whose verification was not put on record once")
                .isZero();
        assertThat(count(control, "batch_job_execution WHERE status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')"))
                .as("executions that never ended")
                .isZero();
    }

    private static long count(JdbcClient control, String rows) {
        return control.sql("SELECT COUNT(*) FROM expunge." + rows)
                .query(Long.class)
                .single();
    }
}
