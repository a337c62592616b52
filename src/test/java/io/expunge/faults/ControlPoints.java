package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the fault that waits at a statement of the control database. Knows the product's statements by their tables. */
final class ControlPoints {

    private static final List<String> STEPS_OF_ERASURE =
            List.of("erasePrimary", "eraseDerived", "eraseBackups", "settleJobs");
    private static final List<String> STEPS_OF_VERIFICATION =
            List.of("measureDrift", "observe", "sealEvidence", "decideJobs");
    private static final Set<Ruin> OF_THE_CONTROL_DATABASE =
            Set.of(Ruin.STATEMENT_FAILS, Ruin.COMMIT_NOT_SENT, Ruin.COMMIT_ANSWER_LOST);

    private final FaultPlan plan;

    ControlPoints(FaultPlan plan) {
        this.plan = plan;
    }

    /** A statement about to be made, with its parameters as text. */
    record Statement(String sql, List<String> parameters) {
        private boolean changes(String table) {
            return sql.contains("INSERT INTO expunge." + table) || sql.contains("UPDATE expunge." + table);
        }

        private boolean has(String parameter) {
            return parameters.contains(parameter);
        }
    }

    Optional<Fault> waitingAt(Statement statement) {
        return plan.faults().stream()
                .filter(fault -> fault.isArmed() && OF_THE_CONTROL_DATABASE.contains(fault.ruin()))
                .filter(fault -> meets(fault, plan.jobOf(fault), statement))
                .findFirst();
    }

    private static boolean meets(Fault fault, String job, Statement made) {
        return switch (fault.point()) {
            case CLAIM -> made.changes("deletion_job") && made.has("CLAIMED") && made.has(job);
            case FREEZE -> made.changes("deletion_job") && made.has("FROZEN") && made.has(job);
            case SEAL -> seals(fault, job, made);
            case BETWEEN_STEPS -> made.changes("BATCH_STEP_EXECUTION(") && made.has(stepAfter(fault));
            case PARTITIONER ->
                made.changes("BATCH_STEP_EXECUTION(")
                        && made.parameters().stream()
                                .anyMatch(step ->
                                        step.endsWith(job + ":" + fault.type().label()));
            case COMMIT ->
                made.changes("deletion_task")
                        && made.sql().contains("slices + 1")
                        && SliceUnderWay.is(fault.type(), fault.tenant());
            case SETTLE ->
                // The move, or the event that belongs to it.
                made.has(job)
                        && (fault.seed() % 2 == 0
                                ? made.changes("deletion_job") && made.has("ERASED")
                                : made.changes("audit_event") && made.has("job.moved"));
            case OBSERVE ->
                made.changes("evidence") && !made.changes("evidence_seal") && made.has(job) && isAbout(fault, made);
            case SEAL_EVIDENCE -> made.changes("evidence_seal");
            case DECIDE ->
                made.changes("deletion_job")
                        && made.has(job)
                        && made.has(fault.seed() % 4 == 0 ? "LOOKED_AT" : "PROVED");
            case BEFORE_EFFECT,
                    HALF_A_SLICE,
                    BEFORE_RECORD,
                    CONNECTION_REFUSED,
                    CONNECTION_RESET,
                    CONNECTION_SILENT,
                    ANSWER_LATE,
                    ANSWER_LOST,
                    THROTTLED -> false;
        };
    }

    private static boolean seals(Fault fault, String job, Statement made) {
        String table = fault.seed() % 2 == 0 ? "deletion_task" : "run_partition";
        return made.sql().contains("INSERT INTO expunge." + table)
                && made.has(job)
                && made.has(fault.type().label());
    }

    private static String stepAfter(Fault fault) {
        List<String> steps = fault.seed() % 2 == 0 ? STEPS_OF_ERASURE : STEPS_OF_VERIFICATION;
        return steps.get(FaultMatrix.TYPES.indexOf(fault.type()));
    }

    private static boolean isAbout(Fault fault, Statement made) {
        String store = nameOfStore(fault.type()) + ".";
        return made.parameters().stream().anyMatch(parameter -> parameter.startsWith(store));
    }

    private static String nameOfStore(ResourceType type) {
        return switch (type) {
            case POSTGRESQL -> "main";
            case S3 -> "objects";
            case OPENSEARCH -> "search";
            case REDIS -> "cache";
            case FILE, BACKUP, ATTESTED -> throw new IllegalArgumentException("no store of " + type);
        };
    }
}
