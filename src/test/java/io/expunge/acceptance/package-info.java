/**
 * What a user sees, on real servers: the commands of the product against the sandbox, judged by the stores, the control tables
 * and a witness that shares nothing with the product.
 */
@NullMarked
package io.expunge.acceptance;

import org.jspecify.annotations.NullMarked;
