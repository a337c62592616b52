package io.expunge.sandbox;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Skips a test where the Ceph gateway isn't installed, with a line that says how to get it. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(value = "io.expunge.sandbox.CephServer#isInstalled", disabledReason = CephServer.HOW_TO_GET_IT)
public @interface NeedsCeph {}
