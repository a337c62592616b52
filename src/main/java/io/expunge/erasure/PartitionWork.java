package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Location;
import io.expunge.catalog.Resource;
import io.expunge.deadletter.DeadLetters.LostItem;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.Lease;
import io.expunge.deletion.StaleLease;
import io.expunge.execution.Faults;
import io.expunge.plan.RunPartition;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.StoreException;
import io.expunge.store.Subject;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/**
 * One partition's work: the reader of its slices, and where it stands. A slice is read again and again from the same place
 * until its outcome has been recorded, so that nothing is passed over when a chunk is rolled back.
 *
 * <p>Which partitions remain is the framework's to say; which tasks of a partition remain is read from the tasks.
 */
class PartitionWork implements ItemStreamReader<Slice> {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionWork.class);

    private final PartitionPorts ports;
    private final String runId;
    private final String wave;
    private final String name;
    private final Deque<TaskGroup> groups = new ArrayDeque<>();
    private final Turns turns;
    private int shares;
    private int handedOver;
    private int unfinished;
    private int poisonedSlices;
    private long slices;

    PartitionWork(PartitionPorts ports, String runId, String wave, String name) {
        this.ports = ports;
        this.runId = runId;
        this.wave = wave;
        this.name = name;
        this.turns = new Turns(ports.settings().turn(), ports.clock());
    }

    @Override
    public void open(ExecutionContext context) {
        Map<String, List<Member>> byPass = new LinkedHashMap<>();
        Map<String, Scope> scopes = new LinkedHashMap<>();
        for (RunPartition share : ports.partitions().named(ErasureJob.NAME, runId, wave, name)) {
            shares++;
            Optional<DeletionJob> ours = oursIn(share);
            if (ours.isEmpty()) {
                handedOver++;
                continue;
            }
            DeletionJob job = ours.get();
            Lease lease = ports.leases().of(job.id()).orElseThrow();
            for (DeletionTask task : ports.tasks().find(share.taskIds())) {
                if (task.isOutOfBudget()) {
                    unfinished++;
                } else if (!task.state().isEnd()) {
                    take(task, job, lease, byPass, scopes);
                }
            }
        }
        byPass.forEach((pass, members) -> groups.add(new TaskGroup(Objects.requireNonNull(scopes.get(pass)), members)));
    }

    private void take(
            DeletionTask task,
            DeletionJob job,
            Lease lease,
            Map<String, List<Member>> byPass,
            Map<String, Scope> scopes) {
        try {
            Scope scope = scope(job, task);
            String pass = passOf(job, task, scope);
            Member member = new Member(task, job, lease, subject(job, scope.resource()));
            scopes.putIfAbsent(pass, scope);
            byPass.computeIfAbsent(pass, key -> new ArrayList<>()).add(member);
        } catch (RuntimeException fault) {
            if (Faults.areEverybodys(fault)) {
                throw fault;
            }
            LOG.error("task {} met a fault of ours: {}", task.id(), Faults.describe(fault));
            unfinished++;
            write(
                    lease,
                    () -> ports.tasks()
                            .park(
                                    lease,
                                    task.id(),
                                    new ErrorNote(task.store(), "FAULT", Faults.code(fault)),
                                    ports.settings().retryLater().budget(),
                                    ports.clock().instant()));
        }
    }

    /** A job is ours if this process holds its lease for this very run, in the round that was planned. */
    private Optional<DeletionJob> oursIn(RunPartition share) {
        return ports.leases()
                .of(share.jobId())
                .filter(lease -> lease.runId().equals(runId))
                .flatMap(lease -> ports.jobs().find(share.jobId()))
                .filter(job -> job.round() == share.round());
    }

    private Scope scope(DeletionJob job, DeletionTask task) {
        Catalog catalog = ports.catalogs().apply(job.catalogHash());
        return new Scope(catalog, catalog.resource(task.resourceId()), new Location(task.location(), task.store()));
    }

    private String passOf(DeletionJob job, DeletionTask task, Scope scope) {
        boolean grouped = ports.stores().eraser(scope.catalog(), task.store()).grouped();
        return (grouped ? job.catalogHash() : job.id()) + " " + task.resourceId() + "@" + task.location();
    }

    private static Subject subject(DeletionJob job, Resource resource) {
        return new Subject(job.tenantId(), job.generation(), resource.storedId(job.tenantId(), job.attributes()));
    }

    @Override
    public @Nullable Slice read() {
        turns.passOn(groups);
        while (!groups.isEmpty()) {
            TaskGroup group = groups.getFirst();
            try {
                if (group.isUntouched()) {
                    parkWhatMustWait(group);
                }
                if (!group.isEmpty()) {
                    return group.slice(ports.settings().sliceDeadline());
                }
                groups.removeFirst();
            } catch (RuntimeException fault) {
                if (Faults.areEverybodys(fault)) {
                    throw fault;
                }
                putAside(fault);
            }
        }
        return null;
    }

    /**
     * A fault of ours: of the job alone that met it. Where several share a pass each is tried alone, to find out whose it is; a
     * pass of one waits for a later run, which it may do as often as its budget says.
     */
    void putAside(RuntimeException fault) {
        TaskGroup group = current();
        LOG.error("{} met a fault of ours: {}", group.scope(), Faults.describe(fault));
        if (group.members().size() > 1) {
            groups.removeFirst();
            group.members().forEach(member -> groups.addLast(new TaskGroup(group.scope(), List.of(member))));
        } else {
            parkAll(group, new ErrorNote(group.store(), "FAULT", Faults.code(fault)));
        }
    }

    private void parkWhatMustWait(TaskGroup group) {
        for (Member member : group.members()) {
            Dependencies.unfinished(
                            group.scope().catalog(),
                            group.scope().resource(),
                            ports.tasks().ofJob(member.job().id()))
                    .ifPresent(before -> park(group, member, new ErrorNote(group.store(), "DEPENDS", before)));
        }
    }

    @Override
    public void update(ExecutionContext context) {
        context.putLong("slices", slices);
        context.putInt("groupsLeft", groups.size());
    }

    /** The pass that the slice just read belongs to. */
    TaskGroup current() {
        return groups.getFirst();
    }

    void countSlice() {
        slices++;
        current().touch();
    }

    /** A slice has failed for good in this run. What it leaves is written in a transaction of its own. */
    void giveUp(StoreException failure) {
        TaskGroup group = current();
        ErrorNote note = new ErrorNote(failure.store(), failure.errorClass(), failure.code());
        if (failure instanceof StoreException.Poisoned poisoned) {
            skipPoisoned(group, note, poisoned);
            return;
        }
        if (failure instanceof StoreException.Refused refused) {
            group.members().forEach(member -> block(group, member, BlockReason.of(refused.refusal()), note));
            return;
        }
        parkAll(group, note);
        if (failure instanceof StoreException.Unavailable) {
            groups.stream()
                    .filter(other -> other.store().equals(failure.store())
                            || other.scope().catalog().registry().store().equals(failure.store()))
                    .toList()
                    .forEach(other -> parkAll(other, note));
        }
    }

    private void skipPoisoned(TaskGroup group, ErrorNote note, StoreException.Poisoned slice) {
        LostItem item = new LostItem(slice.item(), slice.after().value());
        boolean tooMany = poisonedSlices + 1 > ports.settings().poisonedSlicesPerPartition();
        Set<String> poisoned = new HashSet<>();
        for (Member member : group.members()) {
            write(group, member, () -> {
                Instant now = ports.clock().instant();
                String owner = group.scope().resource().owner();
                if (ports.deadLetters().open(member.lease(), member.task(), note, item, owner, now)) {
                    poisoned.add(member.taskId());
                    if (tooMany) {
                        ports.tasks()
                                .block(
                                        member.lease(),
                                        member.taskId(),
                                        BlockReason.POISON,
                                        Optional.empty(),
                                        note,
                                        now);
                    }
                }
            });
        }
        group.keep(group.members().stream()
                .map(Member::taskId)
                .filter(id -> !poisoned.contains(id))
                .toList());
        group.poison(poisoned, slice.after());
        if (!poisoned.isEmpty()) {
            poisonedSlices++;
        }
        if (tooMany) {
            group.members().stream()
                    .filter(member -> poisoned.contains(member.taskId()))
                    .forEach(member -> leaveUnfinished(group, member));
        }
    }

    private void block(TaskGroup group, Member member, BlockReason reason, ErrorNote note) {
        write(group, member, () -> {
            ports.tasks()
                    .block(
                            member.lease(),
                            member.taskId(),
                            reason,
                            Optional.empty(),
                            note,
                            ports.clock().instant());
            blocked(group, member, reason);
        });
    }

    void parkAll(TaskGroup group, ErrorNote note) {
        group.members().forEach(member -> park(group, member, note));
    }

    private void park(TaskGroup group, Member member, ErrorNote note) {
        write(group, member, () -> {
            Optional<BlockReason> blocked = ports.tasks()
                    .park(
                            member.lease(),
                            member.taskId(),
                            note,
                            ports.settings().retryLater().budget(),
                            ports.clock().instant());
            parked(group, member, note, blocked);
        });
    }

    /** @param blocked why only a person can help, if this has used up what the task may try */
    void parked(TaskGroup group, Member member, ErrorNote note, Optional<BlockReason> blocked) {
        leaveUnfinished(group, member);
        LOG.info(
                "task {} {} {}: {} {} {}",
                member.taskId(),
                group.scope(),
                blocked.map(reason -> "blocked, " + reason).orElse("parked"),
                note.store(),
                note.errorClass(),
                note.code());
    }

    /** Counts an attempt that is made again. */
    void countRetry(boolean throttled) {
        TaskGroup group = current();
        group.members()
                .forEach(member -> write(
                        group, member, () -> ports.tasks().countRetry(member.lease(), member.taskId(), throttled)));
    }

    private void write(TaskGroup group, Member member, Runnable change) {
        if (!write(member.lease(), change)) {
            group.remove(member.taskId());
        }
    }

    private boolean write(Lease lease, Runnable change) {
        try {
            ports.newTransaction().executeWithoutResult(status -> change.run());
            return true;
        } catch (StaleLease taken) {
            letGo(lease.jobId());
            return false;
        }
    }

    void ended(TaskGroup group, Member member) {
        group.remove(member.taskId());
        LOG.info("task {} {} erased", member.taskId(), group.scope());
    }

    void blocked(TaskGroup group, Member member, BlockReason reason) {
        leaveUnfinished(group, member);
        LOG.info("task {} {} blocked: {}", member.taskId(), group.scope(), reason);
    }

    void takenOver(TaskGroup group, Member member) {
        group.remove(member.taskId());
        letGo(member.job().id());
    }

    private void letGo(String jobId) {
        ports.leases().drop(jobId);
        LOG.info("job {} was taken over by another run", jobId);
    }

    void leaveUnfinished(TaskGroup group, Member member) {
        group.remove(member.taskId());
        unfinished++;
    }

    boolean hasUnfinishedTasks() {
        return unfinished > 0 || !groups.isEmpty();
    }

    boolean isHandedOver() {
        return shares > 0 && handedOver == shares;
    }
}
