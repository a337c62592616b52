@NullMarked
package io.expunge.architecture.wrong.cli;

import org.jspecify.annotations.NullMarked;
