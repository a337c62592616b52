@NullMarked
package io.expunge.erasure;

import org.jspecify.annotations.NullMarked;
