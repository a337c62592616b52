package io.expunge.cli;

import io.expunge.schedule.TimeOfDay;
import io.expunge.serve.Fire;
import io.expunge.serve.FiredWork;
import io.expunge.verification.VerificationSchedule;
import io.expunge.verification.VerificationSettings;
import java.time.Instant;
import java.util.Optional;

/** Does for a fire what cron would type: each in a context of its own, never with both logins. */
final class FiredRuns implements FiredWork {

    private final Invocation invocation;
    private final OpenRuns runs;

    FiredRuns(Invocation invocation, OpenRuns runs) {
        this.invocation = invocation;
        this.runs = runs;
    }

    @Override
    public void fire(Fire fire, Instant time) {
        try {
            RunId run = new RunId(fire.runId(time));
            switch (fire) {
                case ERASURE -> erase(run, false);
                case RETRIES -> erase(run, true);
                case VERIFICATION -> look(run, time);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (Exception failed) {
            // Told like a command's; the process and the next fires go on.
            new Failures(invocation).tell(failed);
        }
    }

    private void erase(RunId run, boolean retries) throws Exception {
        new ErasingRun(invocation, runs)
                .run(new ErasingRun.Order(run, Optional.empty(), retries, true, Optional.empty()));
    }

    private void look(RunId run, Instant time) throws Exception {
        VerificationSchedule schedule = VerificationSettings.readOrDefaults(
                        invocation.settings().verificationSettings())
                .schedule();
        Optional<Instant> end = schedule.endOfFire(time);
        if (end.filter(last -> !invocation.clock().instant().isBefore(last)).isPresent()) {
            invocation.out().println(Endings.tooLate("verify " + run.value(), end.get()));
            return;
        }
        new LookingRun(invocation, runs)
                .run(new LookingRun.Order(
                        run, Optional.empty(), schedule.waits(), true, Optional.<TimeOfDay>empty(), end));
    }
}
