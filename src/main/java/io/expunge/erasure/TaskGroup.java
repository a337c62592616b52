package io.expunge.erasure;

import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tasks that one pass over a resource serves, and where that pass stands. One task, or, where the eraser takes them
 * together, those of several jobs.
 */
final class TaskGroup {

    private final Scope scope;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> poisoned = new HashSet<>();
    private final Set<String> keeping = new HashSet<>();
    private ResumePoint next;
    private boolean sweepAgain;
    private int sweeps;
    private boolean touched;

    /** A pass that goes on where another left off must be followed by one from the start. */
    TaskGroup(Scope scope, List<Member> members) {
        this.scope = scope;
        members.forEach(member -> this.members.put(member.taskId(), member));
        Set<ResumePoint> points = new HashSet<>();
        members.forEach(member -> points.add(member.task().resumePoint()));
        this.next = points.size() == 1 ? points.iterator().next() : ResumePoint.START;
        this.sweepAgain = !next.isStart()
                || members.stream().anyMatch(member -> member.task().sweepAgain());
    }

    Scope scope() {
        return scope;
    }

    String store() {
        return scope.location().store();
    }

    Collection<Member> members() {
        return List.copyOf(members.values());
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    void remove(String taskId) {
        members.remove(taskId);
    }

    Set<String> jobIds() {
        return members.values().stream().map(member -> member.job().id()).collect(Collectors.toSet());
    }

    boolean isOfAny(Set<String> jobIds) {
        return members.values().stream()
                .anyMatch(member -> jobIds.contains(member.job().id()));
    }

    Slice slice(Duration deadline) {
        return new Slice(
                scope,
                members.values().stream().map(Member::target).toList(),
                next,
                scope.resource().limits().sliceItems(),
                deadline,
                scope.catalog().onReopen());
    }

    boolean hasBegun(Member member) {
        return begun.contains(member.taskId())
                || (member.task().horizon().isPresent()
                        && member.task().state().name().equals("RUNNING"));
    }

    void begun(Collection<Member> members) {
        members.forEach(member -> begun.add(member.taskId()));
    }

    /** Whether no slice of it has been recorded yet. */
    boolean isUntouched() {
        return !touched;
    }

    void touch() {
        touched = true;
    }

    boolean mustSweepAgain() {
        return sweepAgain;
    }

    int sweeps() {
        return sweeps;
    }

    void goOnAt(ResumePoint point, boolean again) {
        next = point;
        sweepAgain = again;
    }

    void startOver() {
        next = ResumePoint.START;
        sweepAgain = false;
        sweeps++;
    }

    void poison(Collection<String> taskIds, ResumePoint after) {
        poisoned.addAll(taskIds);
        next = after;
    }

    /** Something of these tasks stays, and may. */
    void keep(Collection<String> taskIds) {
        keeping.addAll(taskIds);
    }

    boolean isKeeping(String taskId) {
        return keeping.contains(taskId);
    }

    boolean isPoisoned(String taskId) {
        return poisoned.contains(taskId);
    }
}
