@NullMarked
package io.expunge.architecture;

import org.jspecify.annotations.NullMarked;
