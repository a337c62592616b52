@NullMarked
package io.expunge.architecture.wrong.util;

import org.jspecify.annotations.NullMarked;
