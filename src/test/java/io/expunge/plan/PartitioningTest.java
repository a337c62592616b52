package io.expunge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.plan.Partitioning.PlannedTask;
import io.expunge.plan.Partitioning.Share;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitioningTest {

    private static final int OWN_UP_TO = 3;
    private static final int BUCKET = 2;
    private static final Partitioning PARTITIONING = new Partitioning(OWN_UP_TO, BUCKET);

    /** Spring Batch keeps 100 characters of a step's name, which is the worker's name, a colon and the partition's. */
    private static final int LONGEST_STEP_NAME = 100;

    private static final int ROOM_FOR_THE_WORKERS_NAME = 30;

    @Test
    void few_jobs_get_a_partition_of_their_own_per_wave_and_type() {
        List<RunPartition> partitions = cut(jobs(OWN_UP_TO), type -> true);

        assertThat(partitions)
                .hasSize(OWN_UP_TO * 3)
                .allSatisfy(partition ->
                        assertThat(partition.name()).isEqualTo(partition.jobId() + ":" + partition.resourceType()));
        assertThat(names(partitions)).hasSize(OWN_UP_TO * 3);
    }

    @Test
    void more_jobs_than_that_share_buckets_where_one_pass_serves_many() {
        List<RunPartition> partitions = cut(jobs(5), "redis"::equals);

        Map<String, List<RunPartition>> ofRedis = partitions.stream()
                .filter(partition -> partition.wave().equals("DERIVED"))
                .collect(Collectors.groupingBy(RunPartition::name));
        assertThat(ofRedis).containsOnlyKeys("bucket-0000:redis", "bucket-0001:redis", "bucket-0002:redis");
        assertThat(ofRedis.values()).extracting(List::size).containsExactlyInAnyOrder(BUCKET, BUCKET, 1);
        assertThat(partitions)
                .filteredOn(partition -> partition.resourceType().equals("postgresql"))
                .noneMatch(partition -> partition.name().startsWith("bucket-"));
    }

    @Test
    void one_job_more_than_get_their_own_is_where_buckets_begin() {
        assertThat(cut(jobs(OWN_UP_TO + 1), "redis"::equals))
                .filteredOn(partition -> partition.resourceType().equals("redis"))
                .allMatch(partition -> partition.name().startsWith("bucket-"));
    }

    @Test
    void where_each_job_needs_a_pass_of_its_own_buckets_begin_when_there_are_far_too_many() {
        assertThat(cut(jobs(OWN_UP_TO * BUCKET), type -> false))
                .noneMatch(partition -> partition.name().startsWith("bucket-"));

        assertThat(cut(jobs(OWN_UP_TO * BUCKET + 1), type -> false))
                .allMatch(partition -> partition.name().startsWith("bucket-"))
                .filteredOn(partition -> partition.wave().equals("DERIVED"))
                .hasSize(OWN_UP_TO * BUCKET + 1);
    }

    @Test
    void every_task_is_in_one_partition_of_its_wave_and_type() {
        for (int jobs = 1; jobs <= 20; jobs++) {
            List<Share> shares = jobs(jobs);

            List<RunPartition> partitions = cut(shares, "redis"::equals);

            assertThat(partitions.stream().flatMap(partition -> partition.taskIds().stream()))
                    .containsExactlyInAnyOrderElementsOf(shares.stream()
                            .flatMap(share -> share.tasks().stream())
                            .map(PlannedTask::id)
                            .toList());
            assertThat(partitions)
                    .allSatisfy(partition -> assertThat(partition.taskIds())
                            .allSatisfy(task -> assertThat(task)
                                    .startsWith(partition.jobId())
                                    .contains(partition.wave() + "-" + partition.resourceType())));
        }
    }

    @Test
    void a_name_stands_for_one_wave_and_a_job_comes_once_under_it() {
        List<RunPartition> partitions = cut(jobs(20), type -> true);

        assertThat(partitions.stream().map(p -> p.wave() + p.name() + p.jobId()))
                .doesNotHaveDuplicates();
    }

    @Test
    void the_tasks_of_a_job_keep_the_order_of_the_plan() {
        Share share = new Share(
                id(1),
                1,
                List.of(task("z", "PRIMARY", "redis"), task("a", "PRIMARY", "redis"), task("m", "PRIMARY", "redis")));

        assertThat(cut(List.of(share), type -> false).get(0).taskIds()).containsExactly("z", "a", "m");
    }

    @Test
    void I9_small_jobs_come_before_large_ones() {
        List<RunPartition> partitions = cut(List.of(sized(1, 5_000), sized(2, 0), sized(3, 70)), type -> false);

        assertThat(partitions).extracting(RunPartition::jobId).containsExactly(id(2), id(3), id(1));
        assertThat(partitions).extracting(RunPartition::place).containsExactly(0, 1, 2);
    }

    @Test
    void I9_buckets_are_about_as_large_as_each_other_and_the_small_come_first_in_each() {
        Map<String, Long> sizes = new java.util.HashMap<>();
        List<Share> shares = new ArrayList<>();
        Random random = new Random(42);
        for (int number = 1; number <= 40; number++) {
            long size = number <= 4 ? 10_000 : random.nextLong(100);
            sizes.put(id(number), size);
            shares.add(sized(number, size));
        }

        List<RunPartition> partitions = new Partitioning(1, 10).cut("erasure", "run-1", shares, type -> true);

        Map<String, List<RunPartition>> buckets = partitions.stream()
                .collect(Collectors.groupingBy(RunPartition::name, java.util.LinkedHashMap::new, Collectors.toList()));
        assertThat(buckets).hasSize(4);
        assertThat(buckets.values()).allSatisfy(bucket -> {
            assertThat(bucket).hasSize(10);
            assertThat(bucket).extracting(share -> sizes.get(share.jobId())).isSorted();
            assertThat(bucket.stream()
                            .mapToLong(share -> sizes.get(share.jobId()))
                            .sum())
                    .isBetween(10_000L, 11_000L);
        });
    }

    @Test
    void with_more_partitions_than_a_run_may_have_jobs_share_them() {
        Partitioning bounded = new Partitioning(8, 100, 12);

        assertThat(names(bounded.cut("erasure", "run-1", jobs(4), type -> false)))
                .hasSize(12);
        assertThat(names(bounded.cut("erasure", "run-1", jobs(5), type -> false)))
                .hasSizeLessThanOrEqualTo(12);
        assertThat(bounded.cut("erasure", "run-1", jobs(5), type -> false)).hasSize(15);
    }

    @Test
    void I6_the_same_shares_give_the_same_partitions_in_every_locale() {
        Locale before = Locale.getDefault();
        List<RunPartition> first = cut(jobs(9), type -> true);
        try {
            // Writes numbers in digits of its own.
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(cut(jobs(9), type -> true)).isEqualTo(first);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void I7_a_name_fits_a_step_and_holds_nothing_but_the_jobs_id_and_the_type() {
        for (int jobs : List.of(1, 30)) {
            assertThat(cut(jobs(jobs), type -> true))
                    .allSatisfy(partition -> assertThat(partition.name())
                            .matches("(dj_[0-9a-f]{32}|bucket-[0-9]{4}):[a-z0-9]+")
                            .hasSizeLessThan(LONGEST_STEP_NAME - ROOM_FOR_THE_WORKERS_NAME));
        }
    }

    private static List<RunPartition> cut(List<Share> shares, Predicate<String> grouped) {
        return PARTITIONING.cut("erasure", "run-1", shares, grouped);
    }

    private static List<String> names(List<RunPartition> partitions) {
        return partitions.stream()
                .map(partition -> partition.wave() + partition.name())
                .distinct()
                .toList();
    }

    private static List<Share> jobs(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> {
                    String job = id(number);
                    return new Share(
                            job,
                            1,
                            List.of(
                                    task(job + "-1-PRIMARY-postgresql", "PRIMARY", "postgresql"),
                                    task(job + "-2-PRIMARY-postgresql", "PRIMARY", "postgresql"),
                                    task(job + "-3-PRIMARY-redis", "PRIMARY", "redis"),
                                    task(job + "-4-DERIVED-redis", "DERIVED", "redis")));
                })
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static Share sized(int number, long size) {
        return new Share(id(number), 1, List.of(new PlannedTask(id(number) + "-1", "PRIMARY", "postgresql", size)));
    }

    private static PlannedTask task(String id, String wave, String type) {
        return new PlannedTask(id, wave, type);
    }

    private static String id(int number) {
        byte[] bytes = new byte[16];
        new Random(number).nextBytes(bytes);
        return "dj_" + HexFormat.of().formatHex(bytes);
    }
}
