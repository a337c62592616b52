package io.expunge.faults;

/** How something fails at a point. */
enum Ruin {
    /** A statement doesn't reach the control database; the connection is gone. */
    STATEMENT_FAILS,
    /** The statement was made, and the connection goes before the commit does. */
    COMMIT_NOT_SENT,
    /** The control database has committed, and nobody hears of it. */
    COMMIT_ANSWER_LOST,
    /** The store says so, in the words of the port. */
    STORE_FAILS,
    /** Something that nobody foresaw ends the step. */
    BREAKS_OFF,
    /** What a network or a busy server does to a connection. */
    ON_THE_WIRE
}
