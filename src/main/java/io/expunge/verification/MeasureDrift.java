package io.expunge.verification;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Location;
import io.expunge.catalog.Resource;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.Lease;
import io.expunge.evidence.DriftCheck;
import io.expunge.evidence.DriftCheck.Outcome;
import io.expunge.execution.Faults;
import io.expunge.execution.RunParameters;
import io.expunge.store.StoreException;
import io.expunge.store.Uncatalogued;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Second step: asks each store, once per catalog and run, whether it holds anything that looks like tenants' data and that the
 * catalog doesn't name (I10). A store that can't say is UNKNOWN, not clean.
 */
final class MeasureDrift implements Tasklet {

    private static final Logger LOG = LoggerFactory.getLogger(MeasureDrift.class);
    private static final int LONGEST_FINDINGS = 3_900;

    private final VerificationPorts ports;

    MeasureDrift(VerificationPorts ports) {
        this.ports = ports;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        String runId = RunParameters.of(contribution.getStepExecution()).runId();
        if (ports.evidence().isSealed(runId)) {
            return RepeatStatus.FINISHED;
        }
        Set<String> catalogs =
                ports
                        .jobs()
                        .find(ports.leases().ofRun(runId).stream()
                                .map(Lease::jobId)
                                .toList())
                        .stream()
                        .map(DeletionJob::catalogHash)
                        .collect(Collectors.toCollection(TreeSet::new));
        for (String hash : catalogs) {
            Catalog catalog = ports.catalogs().apply(hash);
            storesOf(catalog).forEach(store -> ports.evidence().append(check(runId, hash, catalog, store)));
        }
        return RepeatStatus.FINISHED;
    }

    private static Set<String> storesOf(Catalog catalog) {
        return catalog.resources().stream()
                .map(Resource::locations)
                .flatMap(List::stream)
                .map(Location::store)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private DriftCheck check(String runId, String hash, Catalog catalog, String store) {
        try {
            List<Uncatalogued> found = ports.stores().surveyor(catalog, store).drift(catalog);
            Outcome outcome = found.isEmpty() ? Outcome.CLEAN : Outcome.DRIFT;
            if (!found.isEmpty()) {
                LOG.warn("store {} holds {} things that the catalog doesn't name", store, found.size());
            }
            return new DriftCheck(
                    runId,
                    hash,
                    store,
                    outcome,
                    Optional.empty(),
                    describe(found),
                    ports.clock().instant());
        } catch (StoreException failed) {
            LOG.warn("store {} could not be searched for drift: {}", store, failed.code());
            return unknown(runId, hash, store, failed.errorClass() + " " + failed.code());
        } catch (RuntimeException fault) {
            if (Faults.areEverybodys(fault)) {
                throw fault;
            }
            LOG.error("store {} could not be searched for drift: {}", store, Faults.describe(fault));
            return unknown(runId, hash, store, "FAULT " + Faults.code(fault));
        }
    }

    private DriftCheck unknown(String runId, String hash, String store, String code) {
        return new DriftCheck(
                runId,
                hash,
                store,
                Outcome.UNKNOWN,
                Optional.of(code),
                "",
                ports.clock().instant());
    }

    private static String describe(List<Uncatalogued> found) {
        String all =
                found.stream().map(each -> each.name() + ": " + each.because()).collect(Collectors.joining("; "));
        return all.length() <= LONGEST_FINDINGS ? all : all.substring(0, LONGEST_FINDINGS) + "…";
    }
}
