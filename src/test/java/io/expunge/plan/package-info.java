@NullMarked
package io.expunge.plan;

import org.jspecify.annotations.NullMarked;
