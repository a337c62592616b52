@NullMarked
package io.expunge.architecture.wrong.verification;

import org.jspecify.annotations.NullMarked;
