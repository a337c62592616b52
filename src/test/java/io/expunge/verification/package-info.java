@NullMarked
package io.expunge.verification;

import org.jspecify.annotations.NullMarked;
