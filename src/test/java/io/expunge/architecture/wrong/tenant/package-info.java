@NullMarked
package io.expunge.architecture.wrong.tenant;

import org.jspecify.annotations.NullMarked;
