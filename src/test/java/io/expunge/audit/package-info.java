@NullMarked
package io.expunge.audit;

import org.jspecify.annotations.NullMarked;
