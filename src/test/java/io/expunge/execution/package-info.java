@NullMarked
package io.expunge.execution;

import org.jspecify.annotations.NullMarked;
