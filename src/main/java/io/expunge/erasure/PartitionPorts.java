package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.deadletter.DeadLetters;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.health.Pace;
import io.expunge.health.StoreOutages;
import io.expunge.plan.RunPartitions;
import io.expunge.policy.Exceptions;
import io.expunge.store.Stores;
import java.time.Clock;
import java.util.function.Function;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a partition's classes work with.
 *
 * @param catalogs a snapshot by its hash
 * @param newTransaction for what must stay although the chunk is rolled back
 */
record PartitionPorts(
        DeletionJobs jobs,
        DeletionTasks tasks,
        DeadLetters deadLetters,
        Exceptions exceptions,
        RunPartitions partitions,
        HeldLeases leases,
        Stores stores,
        SliceGuards guards,
        CapGuard caps,
        StoreOutages outages,
        Pace pace,
        Function<String, Catalog> catalogs,
        TransactionTemplate newTransaction,
        ErasureSettings settings,
        Clock clock) {}
