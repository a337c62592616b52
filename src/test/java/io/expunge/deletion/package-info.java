@NullMarked
package io.expunge.deletion;

import org.jspecify.annotations.NullMarked;
