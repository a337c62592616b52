package io.expunge.faults.spine;

import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import io.expunge.deletion.LeaseKeeper;
import io.expunge.faults.spine.Runner.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that may happen next. A runner that is stopped is one whose turn doesn't come. */
final class Actions {

    private static final int EXPIRIES_AT_MOST = 2;
    private static final int INCARNATIONS_AT_MOST = 2;

    private final Spine spine;
    private final Steps steps;
    private final Heartbeat heartbeat;

    Actions(Spine spine, Steps steps, Heartbeat heartbeat) {
        this.spine = spine;
        this.steps = steps;
        this.heartbeat = heartbeat;
    }

    /** Something that may happen; empty where it can't. */
    record Action(String name, java.util.function.Function<Moment, Optional<Moment>> happening) {
        Optional<Moment> happen(Moment moment) {
            return happening.apply(moment);
        }
    }

    List<Action> all() {
        List<Action> all = new ArrayList<>();
        for (boolean first : new boolean[] {true, false}) {
            String name = first ? "A " : "B ";
            all.add(new Action(name + "goes on", moment -> goOn(moment, first)));
            all.add(new Action(name + "renews its lease", moment -> renew(moment, first)));
            all.add(new Action(name + "crashes", moment -> crash(moment, first)));
        }
        all.add(new Action("the lease runs out", this::expire));
        all.add(new Action("the tenant is re-opened", this::reopen));
        all.add(new Action("a hold is placed", this::hold));
        all.add(new Action("the hold is released and the job resumed", this::releaseAndResume));
        all.add(new Action("a late writer writes", this::writeLate));
        all.add(new Action("the erasure is asked for again", this::askAgain));
        return all;
    }

    private Optional<Moment> goOn(Moment moment, boolean first) {
        Runner runner = moment.runner(first);
        return switch (runner.phase()) {
            case DEAD -> Optional.of(moment.with(first, steps.restart(runner)));
            case IDLE -> steps.claim(runner).map(claimed -> moment.with(first, claimed));
            default -> Optional.of(steps.step(moment, first));
        };
    }

    /** The heartbeat of a process that was stopped and goes on; while a lease runs, renewing changes nothing. */
    private Optional<Moment> renew(Moment moment, boolean first) {
        Optional<Lease> lease = moment.runner(first).lease();
        if (lease.isEmpty() || spine.isLeaseRunning()) {
            return Optional.empty();
        }
        heartbeat.beat(lease.get());
        return Optional.of(moment);
    }

    private Optional<Moment> crash(Moment moment, boolean first) {
        Runner runner = moment.runner(first);
        boolean may = runner.phase() != Phase.DEAD
                && runner.phase() != Phase.IDLE
                && runner.incarnation() < INCARNATIONS_AT_MOST;
        return may ? Optional.of(moment.with(first, runner.dead())) : Optional.empty();
    }

    private Optional<Moment> expire(Moment moment) {
        if (moment.outside().expiries() == EXPIRIES_AT_MOST || !spine.isLeaseRunning()) {
            return Optional.empty();
        }
        spine.expireLease();
        return Optional.of(moment.with(moment.outside().expire()));
    }

    private Optional<Moment> reopen(Moment moment) {
        return moment.outside().reopened()
                ? Optional.empty()
                : Optional.of(moment.with(moment.outside().reopen()));
    }

    private Optional<Moment> hold(Moment moment) {
        if (moment.outside().held() || moment.outside().released()) {
            return Optional.empty();
        }
        spine.recordHold("PLACED");
        return Optional.of(moment.with(moment.outside().hold()));
    }

    private Optional<Moment> releaseAndResume(Moment moment) {
        if (!moment.outside().held()) {
            return Optional.empty();
        }
        spine.recordHold("RELEASED");
        if (spine.job().state() == JobState.BLOCKED) {
            boolean unused = spine.jobs.resume(spine.job(), Spine.NOW);
        }
        return Optional.of(moment.with(moment.outside().release()));
    }

    /** Only once the tenant was found closed: what is written before isn't late. */
    private Optional<Moment> writeLate(Moment moment) {
        boolean may = !moment.outside().lateWrite()
                && !moment.outside().reopened()
                && spine.job().frozenAt().isPresent();
        return may ? Optional.of(moment.with(moment.outside().writeLate())) : Optional.empty();
    }

    private Optional<Moment> askAgain(Moment moment) {
        String answered = spine.submit("dj_" + "1".repeat(32));
        if (!answered.equals(Spine.JOB)) {
            throw new AssertionError("I1: asked again, another job was answered");
        }
        return Optional.empty();
    }

    /** Beats once, on the explorer's own connection. */
    interface Heartbeat {
        void beat(Lease lease);
    }

    /** The product's keeper of leases, for one beat. */
    static Heartbeat ofKeeper(OneBeat connections) {
        return lease -> {
            HeldLeases held = new HeldLeases(lease.owner());
            held.add(lease);
            try (LeaseKeeper keeper = new LeaseKeeper(connections, held, Spine.LEASE, Duration.ofDays(1))) {
                connections.awaitBegun();
                java.util.Objects.requireNonNull(keeper);
            }
        };
    }
}
