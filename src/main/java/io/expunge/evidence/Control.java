package io.expunge.evidence;

/** What became of the positive control of a look. */
public enum Control {
    SEEN,
    NOT_SEEN,
    NOT_ASKED
}
