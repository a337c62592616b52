package io.expunge.architecture.wrong.util;

/** In a package and under a name that say nothing. */
public final class TenantUtil {}
