@NullMarked
package io.expunge.notify;

import org.jspecify.annotations.NullMarked;
