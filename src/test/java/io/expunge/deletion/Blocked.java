package io.expunge.deletion;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sees when a statement waits for another's transaction, so that a test about two at once need not hope that they meet. */
public final class Blocked {

    private static final String HOW_MANY_WAIT = """
            SELECT count(*)
            FROM pg_stat_activity
            WHERE datname = current_database()
              AND wait_event_type = 'Lock'
            """;

    private Blocked() {}

    /** Returns as soon as one waits in that database. */
    public static void awaitOneIn(DataSource database) {
        JdbcClient client = JdbcClient.create(database);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> client.sql(HOW_MANY_WAIT).query(Long.class).single() == 1);
    }
}
