@NullMarked
package io.expunge.architecture.wrong.catalog;

import org.jspecify.annotations.NullMarked;
