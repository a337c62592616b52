@NullMarked
package io.expunge.cli;

import org.jspecify.annotations.NullMarked;
