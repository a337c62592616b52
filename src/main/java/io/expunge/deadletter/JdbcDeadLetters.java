package io.expunge.deadletter;

import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Dead letters in the control database. */
public final class JdbcDeadLetters implements DeadLetters {

    private static final String OPEN = """
            INSERT INTO expunge.dead_letter
                (task_id, job_id, round, store, error_class, error_code, item_hash, locator, owner, opened_at)
            VALUES (:task, :job, :round, :store, :errorClass, :errorCode, :hash, :locator, :owner, :now)
            """;

    private final JdbcClient control;

    public JdbcDeadLetters(JdbcClient control) {
        this.control = control;
    }

    @Override
    public void open(DeletionTask task, ErrorNote note, String locator, String owner, Instant now) {
        control.sql(OPEN)
                .param("task", task.id())
                .param("job", task.jobId())
                .param("round", task.round())
                .param("store", note.store())
                .param("errorClass", note.errorClass())
                .param("errorCode", note.code())
                .param("hash", hash(task.id() + "\n" + locator))
                .param("locator", locator)
                .param("owner", owner)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
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
}
