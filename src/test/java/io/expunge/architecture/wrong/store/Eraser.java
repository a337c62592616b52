package io.expunge.architecture.wrong.store;

/** Stands for the port. */
public interface Eraser {}
