package io.expunge.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.GivenJobs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.dao.DataIntegrityViolationException;

/** I6: what a run is to do is written once, and a restart is offered the same. */
interface WritingPartitions {

    GivenJobs given();

    @Test
    default void a_run_finds_its_own_partitions_in_the_order_of_their_waves_and_names() {
        RunPartition primary = partition("run-1", "PRIMARY", "bucket-0000:redis", "acme");
        RunPartition sameBucket = partition("run-1", "PRIMARY", "bucket-0000:redis", "hooli");
        RunPartition derived = partition("run-1", "DERIVED", "bucket-0000:redis", "acme");
        write(primary, derived, sameBucket, partition("run-2", "PRIMARY", "other", "acme"));

        assertThat(partitions().ofRun("erasure", "run-1"))
                .startsWith(derived)
                .containsExactlyInAnyOrder(primary, sameBucket, derived);
        assertThat(partitions().named("erasure", "run-1", "PRIMARY", "bucket-0000:redis"))
                .containsExactlyInAnyOrder(primary, sameBucket);
        assertThat(partitions().ofRun("verification", "run-1")).isEmpty();
    }

    @Test
    default void a_share_of_a_partition_is_written_once() {
        RunPartition partition = partition("run-1", "PRIMARY", "one", "acme");
        write(partition);

        assertThatThrownBy(() -> write(partition)).isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    default void a_wave_is_offered_its_own_names_once_each_and_nothing_of_a_tenants() {
        write(
                partition("run-1", "PRIMARY", "bucket-0000:redis", "acme"),
                partition("run-1", "PRIMARY", "bucket-0000:redis", "hooli"),
                partition("run-1", "DERIVED", "later", "acme"));

        var offered = new WavePartitioner(partitions(), "erasure", "run-1", "PRIMARY").partition(8);

        assertThat(offered).containsOnlyKeys("bucket-0000:redis");
        assertThat(offered.values())
                .extracting(ExecutionContext::toMap)
                .allSatisfy(context -> assertThat(context).containsOnlyKeys("wave", "partition"));
        assertThat(new WavePartitioner(partitions(), "erasure", "run-1", "PRIMARY").partition(1))
                .isEqualTo(offered);
    }

    private RunPartitions partitions() {
        return new JdbcRunPartitions(given().control().client(Role.ERASER));
    }

    private void write(RunPartition... partitions) {
        given().transactionally(() -> partitions().write(List.of(partitions)));
    }

    private RunPartition partition(String runId, String wave, String name, String tenant) {
        DeletionJob job = given().accepted(tenant);
        return new RunPartition(
                "erasure", runId, wave, name, job.id(), 1, "redis", List.of(job.id() + "-001", job.id() + "-002"), 0);
    }
}
