@NullMarked
package io.expunge.architecture.wrong.store.redis;

import org.jspecify.annotations.NullMarked;
