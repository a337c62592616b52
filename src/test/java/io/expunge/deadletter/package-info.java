@NullMarked
package io.expunge.deadletter;

import org.jspecify.annotations.NullMarked;
