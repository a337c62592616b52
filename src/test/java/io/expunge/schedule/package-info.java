@NullMarked
package io.expunge.schedule;

import org.jspecify.annotations.NullMarked;
