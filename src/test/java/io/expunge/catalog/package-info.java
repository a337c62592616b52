@NullMarked
package io.expunge.catalog;

import org.jspecify.annotations.NullMarked;
