@NullMarked
package io.expunge.evidence;

import org.jspecify.annotations.NullMarked;
