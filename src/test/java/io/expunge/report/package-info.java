@NullMarked
package io.expunge.report;

import org.jspecify.annotations.NullMarked;
