package io.expunge.store;

/** All that a {@link Probe} promises. */
public interface ProbeContract extends SeeingWhatIsLeft, NotBeingFooled {}
