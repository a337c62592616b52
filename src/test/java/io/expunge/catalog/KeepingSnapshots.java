package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is promised of {@link CatalogSnapshots}, on every database that serves. */
interface KeepingSnapshots {

    Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    CatalogSnapshot FIRST = CatalogSnapshot.of(SmallCatalog.valid().read());
    CatalogSnapshot SECOND = CatalogSnapshot.of(SmallCatalog.valid()
            .head("policy-version: \"1\"", "policy-version: caf\u00e9")
            .read());

    JdbcClient jdbc();

    @BeforeEach
    default void forget() {
        jdbc().sql("DELETE FROM expunge.catalog_current").update();
        jdbc().sql("DELETE FROM expunge.catalog_snapshot").update();
    }

    static JdbcClient migrated(DataSource database) {
        Flyway.configure()
                .dataSource(database)
                .locations("filesystem:sql/common")
                .defaultSchema("expunge")
                .load()
                .migrate();
        return JdbcClient.create(database);
    }

    default CatalogSnapshots snapshots() {
        return new JdbcCatalogSnapshots(jdbc(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    default void a_kept_snapshot_is_found_by_its_hash() {
        snapshots().keep(FIRST);
        snapshots().keep(SECOND);

        assertThat(snapshots().find(SECOND.hash())).contains(SECOND);
        assertThat(snapshots().find(FIRST.hash()).map(CatalogSnapshot::catalog))
                .contains(SmallCatalog.valid().read());
        assertThat(snapshots().find("sha256:0")).isEmpty();
    }

    @Test
    default void keeping_the_same_again_changes_nothing() {
        snapshots().keep(FIRST);

        snapshots().keep(FIRST);

        assertThat(jdbc().sql("SELECT count(*) FROM expunge.catalog_snapshot")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    default void there_is_no_current_catalog_before_the_first() {
        assertThat(snapshots().current()).isEmpty();
    }

    @Test
    default void the_first_becomes_current_once() {
        keepBoth();

        assertThat(snapshots().makeCurrent(FIRST.hash(), CurrentCatalog.NONE)).isTrue();
        assertThat(snapshots().makeCurrent(SECOND.hash(), CurrentCatalog.NONE)).isFalse();

        assertThat(snapshots().current()).contains(new CurrentCatalog(FIRST.hash(), 1));
    }

    @Test
    default void a_process_that_is_still_on_an_old_catalog_cannot_set_it_back() {
        keepBoth();
        snapshots().makeCurrent(FIRST.hash(), CurrentCatalog.NONE);
        long seenByAnOldProcess = snapshots().current().orElseThrow().version();
        snapshots().makeCurrent(SECOND.hash(), seenByAnOldProcess);

        boolean moved = snapshots().makeCurrent(FIRST.hash(), seenByAnOldProcess);

        assertThat(moved).isFalse();
        assertThat(snapshots().current()).contains(new CurrentCatalog(SECOND.hash(), 2));
    }

    @Test
    default void whoever_has_looked_again_moves_it() {
        keepBoth();
        snapshots().makeCurrent(FIRST.hash(), CurrentCatalog.NONE);
        snapshots().makeCurrent(SECOND.hash(), 1);

        assertThat(snapshots().makeCurrent(FIRST.hash(), 2)).isTrue();

        assertThat(snapshots().current()).contains(new CurrentCatalog(FIRST.hash(), 3));
    }

    private void keepBoth() {
        snapshots().keep(FIRST);
        snapshots().keep(SECOND);
    }
}
