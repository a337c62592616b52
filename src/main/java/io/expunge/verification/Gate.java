package io.expunge.verification;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.Receipt;
import io.expunge.evidence.Control;
import io.expunge.evidence.DriftCheck;
import io.expunge.evidence.Look;
import io.expunge.evidence.Verdict;
import io.expunge.store.Blindness;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Decides where a job goes on what was seen of it (I3, I4). Pure: the same evidence gives the same decision. What was found
 * comes before what is unknown, so that erasing goes on where it can.
 */
final class Gate {

    private final VerificationSettings settings;
    private final String runId;
    private final Instant now;
    private final Predicate<String> sealed;

    /** @param sealed whether a run's evidence is sealed: a look of a run that broke off before that proves nothing */
    Gate(VerificationSettings settings, String runId, Instant now, Predicate<String> sealed) {
        this.settings = settings;
        this.runId = runId;
        this.now = now;
        this.sealed = sealed;
    }

    /**
     * The decision on a job.
     *
     * @param receipts of its round
     * @param looks of its round, oldest first
     * @param drift of this run, under the job's catalog
     * @param mayStay how many items of a task may be there under exceptions that are in force now
     */
    JobMove decide(
            DeletionJob job,
            List<DeletionTask> tasks,
            List<Receipt> receipts,
            List<Look> looks,
            List<DriftCheck> drift,
            ToLongFunction<String> mayStay) {
        List<DeletionTask> required =
                tasks.stream().filter(DeletionTask::required).toList();
        Map<String, List<Look>> byTask = looks.stream().collect(Collectors.groupingBy(Look::taskId));
        List<Look> latest = required.stream()
                .map(task -> byTask.getOrDefault(task.id(), List.of()))
                .filter(ofTask -> !ofTask.isEmpty() && last(ofTask).runId().equals(runId))
                .map(Gate::last)
                .toList();

        Optional<Look> residue = first(latest, look -> look.verdict() == Verdict.RESIDUE);
        if (residue.isPresent()) {
            return residue(job, tasks, residue.get());
        }
        Optional<Look> over = first(
                latest,
                look -> look.verdict() == Verdict.RETAINED && look.remaining() > mayStay.applyAsLong(look.taskId()));
        if (over.isPresent()) {
            return new JobMove.NextRound(
                    now,
                    new ErrorNote(
                            storeOf(tasks, over.get()),
                            "EXCEPTION_OVER",
                            over.get().remaining() + " kept in " + resourceOf(tasks, over.get())));
        }
        Optional<Look> hopeless = first(latest, look -> reasonOf(look).isPresent());
        if (hopeless.isPresent()) {
            return new JobMove.Block(
                    reasonOf(hopeless.get()).orElseThrow(),
                    Optional.empty(),
                    Optional.of(noteOf(tasks, hopeless.get())));
        }
        Optional<DriftCheck> gap = drift.stream()
                .filter(check -> check.outcome() == DriftCheck.Outcome.DRIFT)
                .findFirst();
        if (gap.isPresent()) {
            return new JobMove.Block(
                    BlockReason.GAP,
                    Optional.empty(),
                    Optional.of(new ErrorNote(gap.get().store(), "DRIFT", "uncatalogued")));
        }
        Optional<ErrorNote> unknown = unknown(required, latest, tasks, drift);
        if (unknown.isPresent()) {
            int blindLooks = job.unknownLooks() + 1;
            Instant next = now.plus(settings.lookAgain().delayAfter(blindLooks));
            return new JobMove.LookAgain(next, next.plus(longest(required)), blindLooks, unknown);
        }
        return proved(job, required, receipts, byTask);
    }

    private JobMove residue(DeletionJob job, List<DeletionTask> tasks, Look look) {
        ErrorNote note = new ErrorNote(
                storeOf(tasks, look),
                look.gapCode().orElse("RESIDUE"),
                look.remaining() + " left in " + resourceOf(tasks, look));
        if (job.round() < settings.rounds()) {
            return new JobMove.NextRound(now, note);
        }
        BlockReason reason = look.gapCode().equals(Optional.of("UNGENERATED")) ? BlockReason.GAP : BlockReason.ROUNDS;
        return new JobMove.Block(reason, Optional.empty(), Optional.of(note));
    }

    /** What time may cure: a look that couldn't tell, one that is missing, a store that couldn't be searched for drift. */
    private static Optional<ErrorNote> unknown(
            List<DeletionTask> required, List<Look> latest, List<DeletionTask> tasks, List<DriftCheck> drift) {
        Optional<Look> blind = first(latest, look -> !isSettled(look));
        if (blind.isPresent()) {
            return Optional.of(noteOf(tasks, blind.get()));
        }
        if (latest.size() < required.size() || required.isEmpty()) {
            return Optional.of(new ErrorNote("control", "NOT_LOOKED", required.isEmpty() ? "no required task" : ""));
        }
        List<String> searched = drift.stream()
                .filter(check -> check.outcome() == DriftCheck.Outcome.CLEAN)
                .map(DriftCheck::store)
                .toList();
        return required.stream()
                .map(DeletionTask::store)
                .filter(store -> !searched.contains(store))
                .findFirst()
                .map(store -> new ErrorNote(store, "DRIFT_UNKNOWN", ""));
    }

    private JobMove proved(
            DeletionJob job, List<DeletionTask> required, List<Receipt> receipts, Map<String, List<Look>> byTask) {
        List<Instant> secondLooks = new ArrayList<>();
        for (DeletionTask task : required) {
            Optional<Receipt> receipt = receipts.stream()
                    .filter(each -> each.taskId().equals(task.id()) && each.endState() == task.state())
                    .findFirst();
            if (receipt.isEmpty() || task.round() != job.round()) {
                return new JobMove.NextRound(now, new ErrorNote(task.store(), "NO_RECEIPT", task.resourceId()));
            }
            secondLook(task, receipt.get(), byTask.getOrDefault(task.id(), List.of()))
                    .ifPresent(secondLooks::add);
        }
        Optional<Instant> last = secondLooks.stream().max(Comparator.naturalOrder());
        return last.<JobMove>map(due -> new JobMove.LookAgain(due, due, 0, Optional.empty()))
                .orElseGet(JobMove.Verify::new);
    }

    /** When the second look at this task is due; empty if the last two looks prove it. */
    private Optional<Instant> secondLook(DeletionTask task, Receipt receipt, List<Look> looks) {
        Look second = last(looks);
        Optional<Look> first = looks.size() < 2 ? Optional.empty() : Optional.of(looks.get(looks.size() - 2));
        boolean proved = first.filter(look -> isSettled(look)
                        && sealed.test(look.runId())
                        && !look.runId().equals(second.runId())
                        && !look.observedAt().isBefore(receipt.recordedAt())
                        && !second.observedAt().isBefore(look.observedAt().plus(task.secondLook())))
                .isPresent();
        return proved ? Optional.empty() : Optional.of(second.observedAt().plus(task.secondLook()));
    }

    /** Nothing was there, or no more than may be. */
    private static boolean isSettled(Look look) {
        return (look.verdict() == Verdict.EMPTY || look.verdict() == Verdict.RETAINED)
                && look.control() == Control.SEEN;
    }

    private static java.time.Duration longest(List<DeletionTask> tasks) {
        return tasks.stream()
                .map(DeletionTask::secondLook)
                .max(Comparator.naturalOrder())
                .orElse(java.time.Duration.ZERO);
    }

    private static Optional<BlockReason> reasonOf(Look look) {
        if (look.verdict() != Verdict.UNKNOWN) {
            return Optional.empty();
        }
        Blindness why = Blindness.valueOf(look.gapCode().orElseThrow());
        return switch (why) {
            case UNAVAILABLE, IN_FLIGHT, STALE, INCOMPLETE -> Optional.empty();
            case DENIED -> Optional.of(BlockReason.DENIED);
            case BLIND -> Optional.of(BlockReason.BLIND);
            case MISSING_CONTAINER -> Optional.of(BlockReason.MISSING_CONTAINER);
            case OTHER_STORE -> Optional.of(BlockReason.OTHER_STORE);
        };
    }

    private static ErrorNote noteOf(List<DeletionTask> tasks, Look look) {
        return new ErrorNote(
                storeOf(tasks, look),
                look.gapCode().orElse(look.verdict().name()),
                look.storeCode().orElse(""));
    }

    private static String storeOf(List<DeletionTask> tasks, Look look) {
        return task(tasks, look).map(DeletionTask::store).orElse("");
    }

    private static String resourceOf(List<DeletionTask> tasks, Look look) {
        return task(tasks, look).map(DeletionTask::resourceId).orElse("");
    }

    private static Optional<DeletionTask> task(List<DeletionTask> tasks, Look look) {
        return tasks.stream().filter(task -> task.id().equals(look.taskId())).findFirst();
    }

    private static Optional<Look> first(List<Look> looks, Predicate<Look> which) {
        return looks.stream().filter(which).findFirst();
    }

    private static Look last(List<Look> looks) {
        return looks.get(looks.size() - 1);
    }
}
