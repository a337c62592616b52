package io.expunge.erasure;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.ErrorNote;
import io.expunge.health.StoreOutages;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import io.expunge.store.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Sends a slice to its store and, once the store has answered, records what it said in the chunk's transaction, under the
 * lease. Everything before the first write may be repeated, so whatever the store throws leaves no trace here.
 */
class SliceWriter implements ItemWriter<Slice> {

    private final PartitionPorts ports;
    private final PartitionWork work;

    SliceWriter(PartitionPorts ports, PartitionWork work) {
        this.ports = ports;
        this.work = work;
    }

    @Override
    public void write(Chunk<? extends Slice> chunk) {
        chunk.forEach(this::erase);
    }

    private void erase(Slice slice) {
        TaskGroup group = work.current();
        ports.pace().await(group.store());
        try {
            Map<String, Standing> standing = ports.guards().check(group.scope(), group.members());
            Map<String, Long> baselines = baselines(group, clear(group, standing));
            standing.putAll(capped(group, clear(group, standing), baselines));
            List<Member> clear = clear(group, standing);
            Optional<Answer> answer =
                    clear.isEmpty() ? Optional.empty() : Optional.of(ask(slice, group, clear, baselines));
            record(group, standing, answer);
        } catch (StoreException failed) {
            ports.outages().failed(failed);
            if (failed instanceof StoreException.Throttled || failed instanceof StoreException.Contended) {
                ports.pace().slowDown(failed.store());
            }
            throw failed;
        }
    }

    private void record(TaskGroup group, Map<String, Standing> standing, Optional<Answer> answer) {
        Recording recording = new Recording(group);
        group.members()
                .forEach(member -> recording.standing(member, Objects.requireNonNull(standing.get(member.taskId()))));
        answer.ifPresent(recording::answer);
        afterCommit(recording::apply);
    }

    private static List<Member> clear(TaskGroup group, Map<String, Standing> standing) {
        return group.members().stream()
                .filter(member -> standing.get(member.taskId()) instanceof Standing.Clear)
                .toList();
    }

    private static List<Member> unbegun(TaskGroup group, List<Member> clear) {
        return clear.stream().filter(member -> !group.hasBegun(member)).toList();
    }

    private Map<String, Standing> capped(TaskGroup group, List<Member> clear, Map<String, Long> baselines) {
        Map<String, Standing> capped = new HashMap<>();
        ports.caps()
                .exceeded(group.scope(), unbegun(group, clear), baselines)
                .forEach((task, excess) -> capped.put(task, new Standing.Capped(excess)));
        return capped;
    }

    private Answer ask(Slice slice, TaskGroup group, List<Member> clear, Map<String, Long> baselines) {
        Scope scope = slice.scope();
        Eraser eraser = ports.stores().eraser(scope.catalog(), group.store());
        List<Member> unbegun = unbegun(group, clear);
        Optional<Position> horizon = unbegun.isEmpty() ? Optional.empty() : Optional.of(eraser.horizon());
        Instant sent = ports.clock().instant();
        SliceResult result = eraser.erase(new Slice(
                scope,
                clear.stream().map(Member::target).toList(),
                slice.from(),
                slice.items(),
                slice.deadline(),
                slice.onReopen(),
                target -> ports.guards().broken(scope, memberOf(clear, target))));
        taken(group, Duration.between(sent, ports.clock().instant()));
        Position position = result.next().isEmpty() ? eraser.position() : Position.NONE;
        return new Answer(clear, unbegun, horizon.orElse(Position.NONE), baselines, result, position);
    }

    private static Member memberOf(List<Member> members, Target target) {
        return members.stream()
                .filter(member -> member.taskId().equals(target.taskId()))
                .findFirst()
                .orElseThrow();
    }

    /** A store that needs half of the time that it has is on its way to needing all of it. */
    private void taken(TaskGroup group, Duration time) {
        ports.outages().answered(group.store());
        if (time.multipliedBy(2).compareTo(ports.settings().sliceDeadline()) < 0) {
            ports.pace().wentWell(group.store());
        } else {
            ports.pace().slowDown(group.store());
        }
    }

    private Map<String, Long> baselines(TaskGroup group, List<Member> clear) {
        Scope scope = group.scope();
        List<Target> uncounted = unbegun(group, clear).stream()
                .filter(member -> member.task().baseline().isEmpty())
                .map(Member::target)
                .toList();
        return uncounted.isEmpty()
                ? Map.of()
                : ports.stores()
                        .surveyor(scope.catalog(), scope.location().store())
                        .count(scope, uncounted);
    }

    private static void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    /** What the store said. */
    private record Answer(
            List<Member> asked,
            List<Member> begun,
            Position horizon,
            Map<String, Long> baselines,
            SliceResult result,
            Position position) {}

    /** The writes of one slice, and what they change in memory once they are committed. */
    private final class Recording {

        private final TaskGroup group;
        private final DeletionTasks tasks = ports.tasks();
        private final Instant now = ports.clock().instant();
        private final List<Runnable> whenCommitted = new ArrayList<>();

        Recording(TaskGroup group) {
            this.group = group;
        }

        void apply() {
            work.countSlice();
            whenCommitted.forEach(Runnable::run);
        }

        void standing(Member member, Standing standing) {
            if (standing instanceof Standing.TakenOver) {
                whenCommitted.add(() -> work.takenOver(group, member));
            } else if (standing instanceof Standing.Paused) {
                park(member, new ErrorNote(group.store(), "PAUSED", "paused"));
            } else if (standing instanceof Standing.Out out) {
                park(member, new ErrorNote(out.store(), "UNAVAILABLE", StoreOutages.NOT_ASKED));
            } else if (standing instanceof Standing.Capped capped) {
                block(
                        member,
                        BlockReason.CAP,
                        Optional.empty(),
                        "CAP",
                        capped.excess().code());
            } else if (standing instanceof Standing.Barred barred) {
                block(
                        member,
                        barred.reason(),
                        barred.generationMet(),
                        barred.reason().name(),
                        "");
            }
        }

        void answer(Answer answer) {
            SliceResult result = answer.result();
            answer.begun()
                    .forEach(member -> tasks.begin(
                            member.lease(),
                            member.task(),
                            answer.horizon(),
                            Optional.ofNullable(answer.baselines().get(member.taskId())),
                            now));
            whenCommitted.add(() -> group.begun(answer.begun()));
            boolean again = group.mustSweepAgain() || result.disturbed();
            boolean passOver = result.next().isEmpty();
            boolean sweepsLeft = group.sweeps() < ports.settings().cleanSweeps();
            for (Member member : answer.asked()) {
                SliceOutcome outcome = Objects.requireNonNull(
                        result.outcomes().get(member.taskId()), "an adapter left out a target's outcome");
                if (!refused(answer, member, outcome)) {
                    progress(answer, member, outcome, result.next().orElse(ResumePoint.START), !passOver && again);
                    if (passOver && (!again || !sweepsLeft)) {
                        passEnded(answer, member, again);
                    }
                }
            }
            if (passOver && again && sweepsLeft) {
                whenCommitted.add(group::startOver);
            } else {
                whenCommitted.add(() -> group.goOnAt(result.next().orElse(ResumePoint.START), again));
            }
        }

        private boolean refused(Answer answer, Member member, SliceOutcome outcome) {
            if (outcome instanceof SliceOutcome.Fenced fenced) {
                BlockReason reason = fenced.generationMet()
                        .map(met -> met > member.subject().generation() ? BlockReason.REOPENED : BlockReason.NOT_CLOSED)
                        .orElse(BlockReason.NOT_REGISTERED);
                block(member, reason, fenced.generationMet(), "FENCED", "");
                return true;
            }
            boolean refusedByStore = outcome instanceof SliceOutcome.Held || outcome instanceof SliceOutcome.Refused;
            if (refusedByStore && mayStay(answer, member)) {
                retain(answer, member);
                return true;
            }
            if (outcome instanceof SliceOutcome.Held) {
                block(member, BlockReason.HELD, Optional.empty(), "HELD", "");
                return true;
            }
            if (outcome instanceof SliceOutcome.Refused refused) {
                block(
                        member,
                        BlockReason.of(refused.refusal()),
                        Optional.empty(),
                        refused.refusal().name(),
                        refused.code());
                return true;
            }
            return false;
        }

        /** At the end of a pass only, when the store was asked for its position: the looks that follow are measured by it. */
        private boolean mayStay(Answer answer, Member member) {
            return answer.result().next().isEmpty() && ports.exceptions().coverTask(member.taskId(), now);
        }

        private void retain(Answer answer, Member member) {
            tasks.retain(member.lease(), member.taskId(), answer.position(), now);
            whenCommitted.add(() -> work.ended(group, member));
        }

        /** In a shared pass, only who lost something is written: a hundred tenants would else cost a hundred updates. */
        private void progress(Answer answer, Member member, SliceOutcome outcome, ResumePoint next, boolean again) {
            if (outcome.deletedItems() > 0 || answer.asked().size() == 1) {
                tasks.progress(member.lease(), member.taskId(), outcome.deletedItems(), next, again, now);
            }
        }

        private void passEnded(Answer answer, Member member, boolean disturbed) {
            if (group.isPoisoned(member.taskId()) && mayStay(answer, member)) {
                retain(answer, member);
            } else if (group.isPoisoned(member.taskId())) {
                block(member, BlockReason.POISON, Optional.empty(), "POISON", "");
            } else if (disturbed) {
                park(member, new ErrorNote(group.store(), "DISTURBED", "no clean pass"));
            } else if (group.isKeeping(member.taskId())) {
                retain(answer, member);
            } else {
                tasks.end(member.lease(), member.taskId(), answer.position(), now);
                whenCommitted.add(() -> work.ended(group, member));
            }
        }

        private void park(Member member, ErrorNote note) {
            Optional<BlockReason> blocked = tasks.park(
                    member.lease(),
                    member.taskId(),
                    note,
                    ports.settings().retryLater().budget(),
                    now);
            whenCommitted.add(() -> work.parked(group, member, note, blocked));
        }

        private void block(
                Member member, BlockReason reason, Optional<Integer> generationMet, String errorClass, String code) {
            tasks.block(
                    member.lease(),
                    member.taskId(),
                    reason,
                    generationMet,
                    new ErrorNote(group.store(), errorClass, code),
                    now);
            whenCommitted.add(() -> work.blocked(group, member, reason));
        }
    }
}
