@NullMarked
package io.expunge.policy;

import org.jspecify.annotations.NullMarked;
