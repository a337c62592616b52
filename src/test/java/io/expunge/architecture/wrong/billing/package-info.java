@NullMarked
package io.expunge.architecture.wrong.billing;

import org.jspecify.annotations.NullMarked;
