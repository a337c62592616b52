package io.expunge.health;

import io.expunge.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The stores' health in the control database. */
public final class JdbcStoreHealth implements StoreHealth {

    private static final String WHICH_ARE_OUT = """
            SELECT store, endpoint, version, opened_at, failed_probes, next_probe_at
            FROM expunge.store_health
            WHERE state <> 'CLOSED'
            """;

    private static final String OPEN_AGAIN = """
            UPDATE expunge.store_health
            SET state = 'OPEN',
                version = version + 1,
                opened_at = :now,
                failed_probes = 0,
                next_probe_at = :nextProbeAt,
                last_error_class = :errorClass,
                last_error_code = :errorCode,
                changed_by = :process,
                changed_at = :now
            WHERE store = :store
              AND endpoint = :endpoint
              AND state = 'CLOSED'
            """;

    private static final String OPEN = """
            INSERT INTO expunge.store_health
                (store, endpoint, state, version, opened_at, failed_probes, next_probe_at, last_error_class, last_error_code,
                 changed_by, changed_at)
            VALUES (:store, :endpoint, 'OPEN', 0, :now, 0, :nextProbeAt, :errorClass, :errorCode, :process, :now)
            ON CONFLICT DO NOTHING
            """;

    private static final String TAKE_PROBE = """
            UPDATE expunge.store_health
            SET state = 'HALF_OPEN',
                version = version + 1,
                next_probe_at = :until,
                changed_by = :process,
                changed_at = :now
            WHERE store = :store
              AND endpoint = :endpoint
              AND state <> 'CLOSED'
              AND version = :version
            """;

    private static final String STILL_OUT = """
            UPDATE expunge.store_health
            SET state = 'OPEN',
                version = version + 1,
                failed_probes = failed_probes + 1,
                next_probe_at = :nextProbeAt,
                last_error_class = :errorClass,
                last_error_code = :errorCode,
                changed_by = :process,
                changed_at = :now
            WHERE store = :store
              AND endpoint = :endpoint
              AND state = 'HALF_OPEN'
              AND changed_by = :process
            """;

    private static final String CLOSE = """
            UPDATE expunge.store_health
            SET state = 'CLOSED',
                version = version + 1,
                changed_by = :process,
                changed_at = :now
            WHERE store = :store
              AND state <> 'CLOSED'
            """;

    private final JdbcClient control;
    private final String process;

    /** @param process this one's name, unlike any other's */
    public JdbcStoreHealth(JdbcClient control, String process) {
        this.control = control;
        this.process = process;
    }

    @Override
    public List<Outage> outages(Collection<String> stores) {
        return control.sql(WHICH_ARE_OUT + "AND store IN (:stores)")
                .param("stores", stores)
                .query(JdbcStoreHealth::outage)
                .list();
    }

    @Override
    public List<Outage> outages() {
        return control.sql(WHICH_ARE_OUT + "ORDER BY store, endpoint")
                .query(JdbcStoreHealth::outage)
                .list();
    }

    @Override
    public boolean open(
            String store, String endpoint, StoreException.Unavailable why, Instant now, Instant nextProbeAt) {
        return opened(OPEN_AGAIN, store, endpoint, why, now, nextProbeAt)
                || opened(OPEN, store, endpoint, why, now, nextProbeAt);
    }

    private boolean opened(
            String statement, String store, String endpoint, StoreException why, Instant now, Instant nextProbeAt) {
        return control.sql(statement)
                        .param("store", store)
                        .param("endpoint", endpoint)
                        .param("errorClass", why.errorClass())
                        .param("errorCode", why.code())
                        .param("process", process)
                        .param("now", at(now))
                        .param("nextProbeAt", at(nextProbeAt))
                        .update()
                == 1;
    }

    @Override
    public boolean takeProbe(Outage outage, Instant now, Instant until) {
        return control.sql(TAKE_PROBE)
                        .param("store", outage.store())
                        .param("endpoint", outage.endpoint())
                        .param("version", outage.version())
                        .param("process", process)
                        .param("now", at(now))
                        .param("until", at(until))
                        .update()
                == 1;
    }

    @Override
    public void stillOut(Outage outage, StoreException why, Instant now, Instant nextProbeAt) {
        boolean unused = opened(STILL_OUT, outage.store(), outage.endpoint(), why, now, nextProbeAt);
    }

    @Override
    public int close(String store, Instant now) {
        return control.sql(CLOSE)
                .param("store", store)
                .param("process", process)
                .param("now", at(now))
                .update();
    }

    private static Outage outage(ResultSet row, int index) throws SQLException {
        return new Outage(
                row.getString("store"),
                row.getString("endpoint"),
                row.getLong("version"),
                instant(row, "opened_at"),
                row.getInt("failed_probes"),
                instant(row, "next_probe_at"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
