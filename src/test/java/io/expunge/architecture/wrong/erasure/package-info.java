@NullMarked
package io.expunge.architecture.wrong.erasure;

import org.jspecify.annotations.NullMarked;
