package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.AdoptCatalog.Adopted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AdoptCatalogTest {

    private final Catalog sample = CatalogReader.read(Path.of("jobs", "catalog"));
    private final Catalog edited = with(sample, Duration.ofDays(1));
    private final Catalog editedAgain = with(sample, Duration.ofDays(2));
    private final InMemory snapshots = new InMemory();
    private final AdoptCatalog adopt =
            new AdoptCatalog(snapshots, new TransactionTemplate(new ResourcelessTransactionManager()));

    @Test
    void the_first_catalog_is_kept_and_becomes_current() {
        Adopted adopted = adopt.from(() -> sample);

        assertThat(adopted.changed()).isTrue();
        assertThat(snapshots.current())
                .contains(new CurrentCatalog(adopted.snapshot().hash(), 1));
        assertThat(snapshots.find(adopted.snapshot().hash())).contains(adopted.snapshot());
    }

    @Test
    void the_same_catalog_again_moves_nothing() {
        adopt.from(() -> sample);

        Adopted again = adopt.from(() -> sample);

        assertThat(again.changed()).isFalse();
        assertThat(snapshots.current().orElseThrow().version()).isEqualTo(1);
    }

    @Test
    void a_process_that_read_the_files_before_somebody_adopted_newer_ones_reads_them_again() {
        adopt.from(() -> sample);
        int[] reads = {0};

        Adopted adopted = adopt.from(() -> {
            if (reads[0]++ == 0) {
                new AdoptCatalog(snapshots, new TransactionTemplate(new ResourcelessTransactionManager()))
                        .from(() -> editedAgain);
                return edited;
            }
            return editedAgain;
        });

        assertThat(adopted.catalog()).isEqualTo(editedAgain);
        assertThat(snapshots.current().orElseThrow().hash())
                .isEqualTo(CatalogSnapshot.of(editedAgain).hash());
    }

    @Test
    void two_folders_at_odds_are_noticed() {
        AdoptCatalog other = new AdoptCatalog(snapshots, new TransactionTemplate(new ResourcelessTransactionManager()));
        boolean[] turn = {false};

        assertThatThrownBy(() -> adopt.from(() -> {
                    turn[0] = !turn[0];
                    other.from(() -> turn[0] ? edited : editedAgain);
                    return sample;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("two folders");
    }

    private static Catalog with(Catalog catalog, Duration grace) {
        return new Catalog(
                catalog.policyVersion(),
                grace,
                catalog.target(),
                catalog.onReopen(),
                catalog.controlTenant(),
                catalog.protectedTenants(),
                catalog.registry(),
                catalog.stores(),
                catalog.notTenantData(),
                catalog.resources());
    }

    private static final class InMemory implements CatalogSnapshots {
        private final Map<String, CatalogSnapshot> kept = new HashMap<>();
        private Optional<CurrentCatalog> pointer = Optional.empty();

        @Override
        public void keep(CatalogSnapshot snapshot) {
            kept.put(snapshot.hash(), snapshot);
        }

        @Override
        public Optional<CatalogSnapshot> find(String hash) {
            return Optional.ofNullable(kept.get(hash));
        }

        @Override
        public Optional<CurrentCatalog> current() {
            return pointer;
        }

        @Override
        public boolean makeCurrent(String hash, long expectedVersion) {
            long version = pointer.map(CurrentCatalog::version).orElse(CurrentCatalog.NONE);
            if (version != expectedVersion) {
                return false;
            }
            pointer = Optional.of(new CurrentCatalog(hash, version + 1));
            return true;
        }
    }
}
