package io.expunge.catalog;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Snapshots in {@code expunge.catalog_snapshot}, the pointer in {@code expunge.catalog_current}, which has at most one row. */
public final class JdbcCatalogSnapshots implements CatalogSnapshots {

    private static final String KEEP = """
            INSERT INTO expunge.catalog_snapshot (hash, policy_version, content, created_at)
            VALUES (:hash, :policyVersion, :content, :now)
            ON CONFLICT DO NOTHING
            """;

    private static final String WHICH_SNAPSHOT = """
            SELECT hash, policy_version, content
            FROM expunge.catalog_snapshot
            WHERE hash = :hash
            """;

    private static final String WHICH_IS_CURRENT = """
            SELECT hash, version
            FROM expunge.catalog_current
            WHERE singleton = 1
            """;

    private static final String POINT_FIRST = """
            INSERT INTO expunge.catalog_current (singleton, hash, version, changed_at)
            VALUES (1, :hash, 1, :now)
            ON CONFLICT DO NOTHING
            """;

    private static final String POINT_IF_NOT_MOVED = """
            UPDATE expunge.catalog_current
            SET hash = :hash,
                version = version + 1,
                changed_at = :now
            WHERE singleton = 1
              AND version = :expectedVersion
            """;

    private final JdbcClient jdbc;
    private final Clock clock;

    public JdbcCatalogSnapshots(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    @Override
    public void keep(CatalogSnapshot snapshot) {
        jdbc.sql(KEEP)
                .param("hash", snapshot.hash())
                .param("policyVersion", snapshot.policyVersion())
                .param("content", snapshot.content())
                .param("now", now())
                .update();
    }

    @Override
    public Optional<CatalogSnapshot> find(String hash) {
        return jdbc.sql(WHICH_SNAPSHOT)
                .param("hash", hash)
                .query((row, number) -> new CatalogSnapshot(
                        row.getString("hash"), row.getString("policy_version"), row.getString("content")))
                .optional();
    }

    @Override
    public Optional<CurrentCatalog> current() {
        return jdbc.sql(WHICH_IS_CURRENT)
                .query((row, number) -> new CurrentCatalog(row.getString("hash"), row.getLong("version")))
                .optional();
    }

    @Override
    public boolean makeCurrent(String hash, long expectedVersion) {
        if (expectedVersion == CurrentCatalog.NONE) {
            return jdbc.sql(POINT_FIRST).param("hash", hash).param("now", now()).update() == 1;
        }
        return jdbc.sql(POINT_IF_NOT_MOVED)
                        .param("hash", hash)
                        .param("expectedVersion", expectedVersion)
                        .param("now", now())
                        .update()
                == 1;
    }

    private OffsetDateTime now() {
        return OffsetDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
