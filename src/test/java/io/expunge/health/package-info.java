@NullMarked
package io.expunge.health;

import org.jspecify.annotations.NullMarked;
