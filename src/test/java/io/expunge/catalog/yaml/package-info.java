@NullMarked
package io.expunge.catalog.yaml;

import org.jspecify.annotations.NullMarked;
