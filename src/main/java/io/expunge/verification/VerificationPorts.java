package io.expunge.verification;

import io.expunge.catalog.Catalog;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.HeldLeases;
import io.expunge.evidence.EvidenceLedger;
import io.expunge.plan.RunPartitions;
import io.expunge.policy.Exceptions;
import io.expunge.store.Stores;
import java.time.Clock;
import java.util.function.Function;

/**
 * What the verifier's classes work with.
 *
 * @param stores as the verifier enters them: other logins than the eraser's
 * @param catalogs a snapshot by its hash
 */
record VerificationPorts(
        DeletionJobs jobs,
        DeletionTasks tasks,
        RunPartitions partitions,
        HeldLeases leases,
        EvidenceLedger evidence,
        Exceptions exceptions,
        Stores stores,
        Function<String, Catalog> catalogs,
        VerificationSettings settings,
        String softwareVersion,
        Clock clock) {}
