package io.expunge.verification;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.IdForm;
import io.expunge.catalog.Resource;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.JobState;
import io.expunge.deletion.StaleLease;
import io.expunge.deletion.TaskState;
import io.expunge.evidence.EvidenceRow;
import io.expunge.execution.Faults;
import io.expunge.store.Blindness;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.StoreException;
import io.expunge.store.Subject;
import io.expunge.store.TenantRegistry.RegistryRefused;
import io.expunge.tenant.TenantId;
import io.expunge.verification.LookUnit.Asked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Asks a store and writes down what it said, a row per task. The control tenant is asked about in the same call, and the probe
 * can't tell which question it is: where it isn't seen, nothing that was answered counts (UNKNOWN, BLIND).
 */
class LookWriter implements ItemWriter<LookUnit> {

    private static final Logger LOG = LoggerFactory.getLogger(LookWriter.class);

    private final VerificationPorts ports;
    private final TransactionTemplate newTransaction;
    private final String runId;

    LookWriter(VerificationPorts ports, TransactionTemplate newTransaction, String runId) {
        this.ports = ports;
        this.newTransaction = newTransaction;
        this.runId = runId;
    }

    @Override
    public void write(Chunk<? extends LookUnit> chunk) {
        chunk.forEach(this::look);
    }

    private void look(LookUnit unit) {
        Scope scope = unit.scope();
        Probe probe = ports.stores().probe(scope.catalog(), scope.location().store());
        Instant requestedAt = ports.clock().instant();
        Map<Subject, Sighting> sightings = new HashMap<>();
        Sighting control;
        try {
            Subject controlSubject = control(scope);
            List<Question> questions = new ArrayList<>();
            questions.add(Question.about(controlSubject));
            unit.asked().forEach(asked -> questions.add(asked.question()));
            sightings.putAll(probe.look(scope, questions));
            control = Objects.requireNonNull(sightings.get(controlSubject), "the probe left out a question");
        } catch (StoreException.Refused refused) {
            control = new Unknown(refused.refusal().blindness(), refused.code());
        } catch (StoreException failed) {
            control = new Unknown(Blindness.UNAVAILABLE, failed.code());
        } catch (RegistryRefused refused) {
            control = new Unknown(Blindness.DENIED, refused.code());
        } catch (RuntimeException fault) {
            if (Faults.areEverybodys(fault)) {
                throw fault;
            }
            LOG.error("{} met a fault of ours: {}", scope, Faults.describe(fault));
            if (unit.asked().size() > 1) {
                // Whose it is shows when each is asked about alone.
                unit.asked().forEach(asked -> look(new LookUnit(scope, List.of(asked))));
                return;
            }
            control = new Unknown(Blindness.INCOMPLETE, Faults.code(fault));
        }
        Instant observedAt = ports.clock().instant();
        for (Asked asked : unit.asked()) {
            Sighting sighting = sightings.getOrDefault(asked.subject(), control);
            record(asked, scope, probe.shape(scope), control, sighting, requestedAt, observedAt);
        }
    }

    /** The control tenant as this resource knows it; every generation of it counts. */
    private Subject control(Scope scope) {
        Catalog catalog = scope.catalog();
        Resource resource = scope.resource();
        TenantId tenant = catalog.controlTenant();
        Map<String, String> attributes = resource.idForm() instanceof IdForm.Attribute
                ? Optional.ofNullable(ports.stores()
                                .registry(catalog)
                                .look(List.of(tenant))
                                .get(tenant))
                        .map(entry -> entry.attributes())
                        .orElse(Map.of())
                : Map.of();
        return new Subject(tenant, Integer.MAX_VALUE, resource.storedId(tenant, attributes));
    }

    private void record(
            Asked asked,
            Scope scope,
            String shape,
            Sighting control,
            Sighting sighting,
            Instant requestedAt,
            Instant observedAt) {
        Finding finding = Finding.of(control, sighting, mayStay(asked.task(), observedAt));
        DeletionJob job = asked.job();
        // A row of its own transaction: what was seen of one tenant doesn't depend on another's lease.
        try {
            newTransaction.executeWithoutResult(status -> {
                ports.jobs().hold(asked.lease(), JobState.AWAITING_VERIFICATION);
                ports.evidence()
                        .append(new EvidenceRow(
                                runId,
                                job.id(),
                                job.reference().keyName(),
                                job.reference().value(),
                                job.generation(),
                                asked.task().id(),
                                asked.task().resourceId(),
                                asked.task().location(),
                                job.round(),
                                ports.evidence().looks(asked.task().id(), job.round()) + 1,
                                finding.verdict(),
                                finding.gapCode(),
                                finding.storeCode(),
                                finding.seen().map(Seen::residue),
                                finding.seen().map(Seen::ungenerated),
                                finding.seen().map(Seen::later),
                                asked.task().baseline(),
                                finding.control(),
                                shape,
                                ports.stores().login(scope.location().store()),
                                asked.task().fence(),
                                asked.question().erasedAt().value(),
                                finding.seen()
                                        .map(seen -> seen.position().value())
                                        .orElse(""),
                                job.planHash().orElse(""),
                                scope.catalog().policyVersion(),
                                job.catalogHash(),
                                ports.softwareVersion(),
                                requestedAt,
                                observedAt));
            });
            LOG.info(
                    "task {} {} looked at: {}{}",
                    asked.task().id(),
                    scope,
                    finding.verdict(),
                    finding.gapCode().map(code -> " " + code).orElse(""));
        } catch (StaleLease taken) {
            ports.leases().drop(job.id());
            LOG.info("job {} was taken over by another run", job.id());
        }
    }

    /** Only what the eraser left under an exception; whatever else is there was to be erased. */
    private long mayStay(DeletionTask task, Instant now) {
        return task.state() == TaskState.RETAINED ? ports.exceptions().allowance(task.id(), now) : 0;
    }
}
