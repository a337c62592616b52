/** The entry point. Everything else stands in a package below, by feature. */
@NullMarked
package io.expunge;

import org.jspecify.annotations.NullMarked;
