package io.expunge.architecture.wrong.billing;

/** In a package that nobody gave a level. */
public final class Homeless {}
