@NullMarked
package io.expunge.architecture.wrong.store;

import org.jspecify.annotations.NullMarked;
