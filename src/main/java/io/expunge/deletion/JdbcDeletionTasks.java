package io.expunge.deletion;

import io.expunge.deletion.RetryBudget.Spent;
import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletion tasks and receipts in the control database. */
public final class JdbcDeletionTasks implements DeletionTasks {

    private static final String START_ROUND = """
                state = 'PENDING',
                block_reason = NULL,
                generation_met = NULL,
                round = :round,
                erased_this_round = 0,
                horizon = NULL,
                resume_point = NULL,
                sweep_again = FALSE,
                last_error_class = NULL,
                last_error_code = NULL,
                spent_retries = 0,
                spent_throttles = 0
            """;

    private static final String PLAN = """
            INSERT INTO expunge.deletion_task
                (id, job_id, resource_id, location, store, resource_type, wave, position_in_plan, required, fence,
                 second_look_millis, state, round, requested_at)
            SELECT :task, job.id, :resource, :location, :store, :type, :wave, :position, :required, :fence,
                   :secondLook, 'PENDING', job.round, :now
            FROM expunge.deletion_job job
            WHERE job.id = :job
            ON CONFLICT DO NOTHING
            """;

    private static final String PLAN_ANEW = """
            UPDATE expunge.deletion_task
            SET store = :store,
                resource_type = :type,
                wave = :wave,
                position_in_plan = :position,
                required = :required,
                fence = :fence,
                second_look_millis = :secondLook,
                in_plan = TRUE,
            """ + START_ROUND + """
            WHERE job_id = :job
              AND id = :task
              AND round < :round
            """;

    private static final String LEAVE_PLAN = """
            UPDATE expunge.deletion_task
            SET in_plan = FALSE,
                required = FALSE,
                round = :round
            WHERE job_id = :job
              AND id NOT IN (:tasks)
              AND in_plan
              AND round < :round
            """;

    private static final String ENTER_ROUND = """
            UPDATE expunge.deletion_task
            SET
            """ + START_ROUND + """
            WHERE job_id = :job
              AND in_plan
              AND round < :round
            """;

    /** A first count is the baseline; once items are gone it would be a smaller one. */
    private static final String COUNTED = """
            UPDATE expunge.deletion_task
            SET baseline = :items
            WHERE id = :task
              AND job_id = :job
              AND started_at IS NULL
            """;

    private static final String GIVE_BACK = """
            UPDATE expunge.deletion_task
            SET state = CASE WHEN state = 'BLOCKED' THEN 'PENDING' ELSE state END,
                block_reason = NULL,
                generation_met = CASE WHEN state = 'BLOCKED' THEN NULL ELSE generation_met END,
                last_error_class = CASE WHEN state = 'BLOCKED' THEN NULL ELSE last_error_class END,
                last_error_code = CASE WHEN state = 'BLOCKED' THEN NULL ELSE last_error_code END,
                spent_retries = 0,
                spent_throttles = 0,
                resumes = (SELECT job.resumes FROM expunge.deletion_job job WHERE job.id = :job)
            WHERE job_id = :job
              AND resumes < (SELECT job.resumes FROM expunge.deletion_job job WHERE job.id = :job)
            """;

    /** Else one that is parked before its next slice would keep a block that may long have been seen to. */
    private static final String TAKE_UP_BLOCKED = """
            UPDATE expunge.deletion_task
            SET state = 'PENDING',
                block_reason = NULL,
                generation_met = NULL,
                last_error_class = NULL,
                last_error_code = NULL
            WHERE job_id = :job
              AND state = 'BLOCKED'
              AND block_reason NOT IN ('RETRIES', 'FAULT')
            """;

    private static final String BEGIN = """
            UPDATE expunge.deletion_task
            SET state = 'RUNNING',
                block_reason = NULL,
                horizon = COALESCE(horizon, :horizon),
                baseline = COALESCE(baseline, :baseline),
                started_at = COALESCE(started_at, :now)
            WHERE id = :task
              AND job_id = :job
            """;

    private static final String PROGRESS = """
            UPDATE expunge.deletion_task
            SET erased = erased + :deleted,
                erased_this_round = erased_this_round + :deleted,
                slices = slices + 1,
                resume_point = :next,
                sweep_again = :sweepAgain,
                last_progress_at = :now,
                last_error_class = NULL,
                last_error_code = NULL
            WHERE id = :task
              AND job_id = :job
            """;

    private static final String END = """
            UPDATE expunge.deletion_task
            SET state = CASE WHEN :retained THEN 'RETAINED' WHEN erased > 0 THEN 'ERASED' ELSE 'ALREADY_ABSENT' END,
                block_reason = NULL,
                resume_point = NULL,
                sweep_again = FALSE,
                finished_at = :now
            WHERE id = :task
              AND job_id = :job
            """;

    private static final String RECEIPT = """
            INSERT INTO expunge.receipt
                (task_id, job_id, round, end_state, baseline, erased, fence, horizon, position, run_id, lease_token,
                 recorded_at)
            SELECT task.id, task.job_id, task.round, task.state, task.baseline, task.erased_this_round, task.fence,
                   COALESCE(task.horizon, ''), :position, :run, :token, :now
            FROM expunge.deletion_task task
            WHERE task.id = :task
              AND task.job_id = :job
            """;

    private static final String RECEIPTS = """
            SELECT id, task_id, job_id, round, end_state, erased, fence, horizon, position, run_id, lease_token, recorded_at
            FROM expunge.receipt
            WHERE job_id = :job
              AND round = :round
            ORDER BY id
            """;

    private static final String PARK = """
            UPDATE expunge.deletion_task
            SET state = :state,
                block_reason = :reason,
                failures = failures + CASE WHEN :errorClass = 'PAUSED' THEN 0 ELSE 1 END,
                last_error_class = :errorClass,
                last_error_code = :errorCode,
                spent_retries = :retries,
                spent_throttles = :throttles,
                erased_when_parked = erased
            WHERE id = :task
              AND job_id = :job
              AND state IN ('PENDING', 'RUNNING', 'WAITING_RETRY')
            """;

    private static final String SPENT = """
            SELECT spent_retries, spent_throttles, erased > erased_when_parked AS got_further
            FROM expunge.deletion_task
            WHERE id = :task
              AND job_id = :job
            """;

    private static final String BLOCK = """
            UPDATE expunge.deletion_task
            SET state = 'BLOCKED',
                block_reason = :reason,
                generation_met = :generationMet,
                last_error_class = :errorClass,
                last_error_code = :errorCode
            WHERE id = :task
              AND job_id = :job
            """;

    private static final String COUNT_RETRY = """
            UPDATE expunge.deletion_task
            SET retries = retries + 1,
                throttled = throttled + :throttled
            WHERE id = :task
              AND job_id = :job
            """;

    private final JdbcClient control;
    private final DeletionJobs jobs;

    public JdbcDeletionTasks(JdbcClient control, DeletionJobs jobs) {
        this.control = control;
        this.jobs = jobs;
    }

    @Override
    public List<DeletionTask> ofJob(String jobId) {
        return control.sql("SELECT " + TaskRow.COLUMNS
                        + " FROM expunge.deletion_task WHERE job_id = :job AND in_plan ORDER BY position_in_plan")
                .param("job", jobId)
                .query(new TaskRow())
                .list();
    }

    @Override
    public List<DeletionTask> everOfJob(String jobId) {
        return control.sql("SELECT " + TaskRow.COLUMNS + " FROM expunge.deletion_task WHERE job_id = :job ORDER BY id")
                .param("job", jobId)
                .query(new TaskRow())
                .list();
    }

    @Override
    public List<DeletionTask> find(Collection<String> taskIds) {
        if (taskIds.isEmpty()) {
            return List.of();
        }
        return control.sql("SELECT " + TaskRow.COLUMNS
                        + " FROM expunge.deletion_task WHERE id IN (:ids) ORDER BY job_id, position_in_plan")
                .param("ids", taskIds)
                .query(new TaskRow())
                .list();
    }

    @Override
    public List<Receipt> receipts(String jobId, int round) {
        return control.sql(RECEIPTS)
                .param("job", jobId)
                .param("round", round)
                .query((row, index) -> new Receipt(
                        row.getLong("id"),
                        row.getString("task_id"),
                        row.getString("job_id"),
                        row.getInt("round"),
                        TaskState.valueOf(row.getString("end_state")),
                        row.getLong("erased"),
                        row.getString("fence"),
                        new Position(row.getString("horizon")),
                        new Position(row.getString("position")),
                        row.getString("run_id"),
                        row.getLong("lease_token"),
                        JobRow.instant(row, "recorded_at").orElseThrow()))
                .list();
    }

    @Override
    public void plan(Lease lease, List<NewTask> tasks, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        int round = control.sql("SELECT round FROM expunge.deletion_job WHERE id = :job")
                .param("job", lease.jobId())
                .query(Integer.class)
                .single();
        for (NewTask task : tasks) {
            bind(control.sql(PLAN_ANEW), lease, task).param("round", round).update();
            bind(control.sql(PLAN), lease, task)
                    .param("resource", task.resourceId())
                    .param("location", task.location())
                    .param("now", JdbcDeletionJobs.at(now))
                    .update();
        }
        control.sql(LEAVE_PLAN)
                .param("job", lease.jobId())
                .param("round", round)
                .param("tasks", tasks.stream().map(NewTask::id).toList())
                .update();
    }

    private static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec statement, Lease lease, NewTask task) {
        return statement
                .param("task", task.id())
                .param("job", lease.jobId())
                .param("store", task.store())
                .param("type", task.resourceType())
                .param("wave", task.wave())
                .param("position", task.position())
                .param("required", task.required())
                .param("fence", task.fence())
                .param("secondLook", task.secondLook().toMillis());
    }

    @Override
    public void counted(Lease lease, String taskId, long items) {
        jobs.hold(lease, JobState.RUNNING);
        control.sql(COUNTED)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("items", items)
                .update();
    }

    @Override
    public void enterRound(Lease lease, int round) {
        jobs.hold(lease, JobState.RUNNING);
        control.sql(ENTER_ROUND)
                .param("job", lease.jobId())
                .param("round", round)
                .update();
        control.sql(GIVE_BACK).param("job", lease.jobId()).update();
        control.sql(TAKE_UP_BLOCKED).param("job", lease.jobId()).update();
    }

    @Override
    public void begin(Lease lease, DeletionTask task, Position horizon, Optional<Long> baseline, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        changed(control.sql(BEGIN)
                .param("task", task.id())
                .param("job", lease.jobId())
                .param("horizon", horizon.value())
                .param("baseline", baseline.orElse(null), Types.BIGINT)
                .param("now", JdbcDeletionJobs.at(now))
                .update());
    }

    @Override
    public void progress(Lease lease, String taskId, long deleted, ResumePoint next, boolean sweepAgain, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        changed(control.sql(PROGRESS)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("deleted", deleted)
                .param("next", next.isStart() ? null : next.value(), Types.VARCHAR)
                .param("sweepAgain", sweepAgain)
                .param("now", JdbcDeletionJobs.at(now))
                .update());
    }

    @Override
    public void end(Lease lease, String taskId, Position position, Instant now) {
        end(lease, taskId, position, false, now);
    }

    @Override
    public void retain(Lease lease, String taskId, Position position, Instant now) {
        end(lease, taskId, position, true, now);
    }

    private void end(Lease lease, String taskId, Position position, boolean retained, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        changed(control.sql(END)
                .param("retained", retained)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("now", JdbcDeletionJobs.at(now))
                .update());
        changed(control.sql(RECEIPT)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("position", position.value())
                .param("run", lease.runId())
                .param("token", lease.token())
                .param("now", JdbcDeletionJobs.at(now))
                .update());
    }

    @Override
    public Optional<BlockReason> park(Lease lease, String taskId, ErrorNote note, RetryBudget budget, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        Optional<Spent> spent = control.sql(SPENT)
                .param("task", taskId)
                .param("job", lease.jobId())
                .query((row, index) -> new Spent(row.getInt("spent_retries"), row.getInt("spent_throttles"))
                        .with(note.errorClass(), row.getBoolean("got_further")))
                .optional();
        if (spent.isEmpty()) {
            return Optional.empty();
        }
        Optional<BlockReason> reason = budget.exhaustedBy(spent.get(), note.errorClass());
        int parked = control.sql(PARK)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("state", reason.isPresent() ? TaskState.BLOCKED.name() : TaskState.WAITING_RETRY.name())
                .param("reason", reason.map(Enum::name).orElse(null), Types.VARCHAR)
                .param("errorClass", note.errorClass())
                .param("errorCode", note.code())
                .param("retries", spent.get().retries())
                .param("throttles", spent.get().throttles())
                .update();
        return parked == 0 ? Optional.empty() : reason;
    }

    @Override
    public void block(
            Lease lease,
            String taskId,
            BlockReason reason,
            Optional<Integer> generationMet,
            ErrorNote note,
            Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        changed(control.sql(BLOCK)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("reason", reason.name())
                .param("generationMet", generationMet.orElse(null), Types.INTEGER)
                .param("errorClass", note.errorClass())
                .param("errorCode", note.code())
                .update());
    }

    @Override
    public void countRetry(Lease lease, String taskId, boolean throttled) {
        jobs.hold(lease, JobState.RUNNING);
        changed(control.sql(COUNT_RETRY)
                .param("task", taskId)
                .param("job", lease.jobId())
                .param("throttled", throttled ? 1 : 0)
                .update());
    }

    private static void changed(int rows) {
        if (rows != 1) {
            throw new IllegalStateException("expected to change one task, changed " + rows);
        }
    }
}
