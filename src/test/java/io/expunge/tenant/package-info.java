@NullMarked
package io.expunge.tenant;

import org.jspecify.annotations.NullMarked;
