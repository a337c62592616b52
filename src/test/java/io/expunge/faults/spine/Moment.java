package io.expunge.faults.spine;

/** All that there is, beside the control database. */
record Moment(Outside outside, Runner one, Runner other) {

    static final Moment FIRST = new Moment(Outside.FIRST, Runner.idle("A"), Runner.idle("B"));

    Runner runner(boolean first) {
        return first ? one : other;
    }

    Moment with(boolean first, Runner runner) {
        return first ? new Moment(outside, runner, other) : new Moment(outside, one, runner);
    }

    Moment with(Outside changed) {
        return new Moment(changed, one, other);
    }
}
