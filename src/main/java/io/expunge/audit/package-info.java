/**
 * The trail of what was decided, by whom and when.
 *
 * <p>Owns {@code audit_event} (append-only). Never holds anything of a tenant's: job ids, codes and counts only.
 */
@NullMarked
package io.expunge.audit;

import org.jspecify.annotations.NullMarked;
