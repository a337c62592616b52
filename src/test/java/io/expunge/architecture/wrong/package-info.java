/** A product that breaks every rule, so that {@link io.expunge.architecture.RulesTest} sees each of them fail. */
@NullMarked
package io.expunge.architecture.wrong;

import org.jspecify.annotations.NullMarked;
