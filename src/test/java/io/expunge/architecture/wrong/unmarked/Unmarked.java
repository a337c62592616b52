package io.expunge.architecture.wrong.unmarked;

/** In a package where null may hide. */
public final class Unmarked {}
