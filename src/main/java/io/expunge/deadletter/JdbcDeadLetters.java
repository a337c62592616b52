package io.expunge.deadletter;

import io.expunge.deadletter.DeadLetter.Resolution;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import io.expunge.policy.Exceptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Dead letters in the control database. */
public final class JdbcDeadLetters implements DeadLetters {

    /** The job's row is locked under the lease by then, so nobody opens the same letter at the same time. */
    private static final String COUNT = """
            UPDATE expunge.dead_letter
            SET times = times + 1,
                round = :round,
                error_class = :errorClass,
                error_code = :errorCode,
                locator = :locator,
                last_at = :now
            WHERE task_id = :task
              AND COALESCE(item_hash, '') = COALESCE(CAST(:hash AS VARCHAR), '')
              AND closed_at IS NULL
            """;

    private static final String OPEN = """
            INSERT INTO expunge.dead_letter
                (task_id, job_id, round, store, error_class, error_code, item_hash, locator, owner, opened_at, last_at)
            VALUES (:task, :job, :round, :store, :errorClass, :errorCode, :hash, :locator, :owner, :now, :now)
            """;

    private static final String IS_ANY_OF_ITEMS_OPEN = """
            SELECT COUNT(*)
            FROM expunge.dead_letter
            WHERE task_id = :task
              AND item_hash IS NOT NULL
              AND closed_at IS NULL
            """;

    private static final String CLOSE = """
            UPDATE expunge.dead_letter
            SET closed_at = :now,
                resolution = :resolution
            WHERE closed_at IS NULL
              AND %s
            """;

    private final JdbcClient control;
    private final DeletionJobs jobs;
    private final Exceptions exceptions;

    public JdbcDeadLetters(JdbcClient control, DeletionJobs jobs, Exceptions exceptions) {
        this.control = control;
        this.jobs = jobs;
        this.exceptions = exceptions;
    }

    @Override
    public boolean open(Lease lease, DeletionTask task, ErrorNote note, LostItem item, String owner, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        String hash = hash(task.id() + "\n" + item.key());
        if (exceptions.cover(task.id(), hash, now)) {
            return false;
        }
        write(task, note, hash, item.locator(), owner, now);
        return true;
    }

    @Override
    public void open(Lease lease, DeletionTask task, ErrorNote note, String owner, Instant now) {
        jobs.hold(lease, JobState.RUNNING);
        write(task, note, null, null, owner, now);
    }

    private void write(
            DeletionTask task,
            ErrorNote note,
            @Nullable String hash,
            @Nullable String locator,
            String owner,
            Instant now) {
        int counted = with(control.sql(COUNT), task, note, hash, locator, now).update();
        if (counted == 0) {
            with(control.sql(OPEN), task, note, hash, locator, now)
                    .param("job", task.jobId())
                    .param("store", note.store())
                    .param("owner", owner)
                    .update();
        }
    }

    private static JdbcClient.StatementSpec with(
            JdbcClient.StatementSpec statement,
            DeletionTask task,
            ErrorNote note,
            @Nullable String hash,
            @Nullable String locator,
            Instant now) {
        return statement
                .param("task", task.id())
                .param("round", task.round())
                .param("errorClass", note.errorClass())
                .param("errorCode", note.code())
                .param("hash", hash, Types.VARCHAR)
                .param("locator", locator, Types.VARCHAR)
                .param("now", at(now));
    }

    @Override
    public boolean anyOfItems(String taskId) {
        return control.sql(IS_ANY_OF_ITEMS_OPEN)
                        .param("task", taskId)
                        .query(Long.class)
                        .single()
                > 0;
    }

    @Override
    public void erased(String taskId, Instant now) {
        control.sql(CLOSE.formatted("task_id = :task"))
                .param("task", taskId)
                .param("resolution", Resolution.ERASED.name())
                .param("now", at(now))
                .update();
    }

    @Override
    public int retried(Collection<DeadLetterId> letters, Instant now) {
        if (letters.isEmpty()) {
            return 0;
        }
        return control.sql(CLOSE.formatted("id IN (:ids)"))
                .param("ids", letters.stream().map(DeadLetterId::number).toList())
                .param("resolution", Resolution.RETRIED.name())
                .param("now", at(now))
                .update();
    }

    @Override
    public List<DeadLetter> find(Choice choice) {
        StringBuilder sql = new StringBuilder(DeadLetterRow.SELECT);
        if (!choice.closedToo()) {
            sql.append(" AND closed_at IS NULL");
        }
        if (!choice.ids().isEmpty()) {
            sql.append(" AND dead_letter_id IN (:ids)");
        }
        choice.job().ifPresent(job -> sql.append(" AND job_id = :job"));
        choice.store().ifPresent(store -> sql.append(" AND store = :store"));
        choice.resource().ifPresent(resource -> sql.append(" AND resource_id = :resource"));
        choice.owner().ifPresent(owner -> sql.append(" AND owner = :owner"));
        choice.errorClass().ifPresent(errorClass -> sql.append(" AND error_class = :errorClass"));
        return control.sql(sql.append(" ORDER BY dead_letter_id").toString())
                .param("ids", choice.ids().stream().map(DeadLetterId::number).toList())
                .param("job", text(choice.job()))
                .param("store", text(choice.store()))
                .param("resource", text(choice.resource()))
                .param("owner", text(choice.owner()))
                .param("errorClass", text(choice.errorClass()))
                .query(new DeadLetterRow())
                .list();
    }

    private static @Nullable String text(Optional<?> value) {
        return value.map(String::valueOf).orElse(null);
    }

    private static String hash(String item) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(
                                    MessageDigest.getInstance("SHA-256").digest(item.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
