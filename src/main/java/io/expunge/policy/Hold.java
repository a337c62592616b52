package io.expunge.policy;

import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.Optional;

/**
 * A legal hold in force.
 *
 * @param placedBy the database login of whoever placed it
 */
public record Hold(
        TenantReference tenant, String reasonCode, Optional<String> ticket, String placedBy, Instant placedAt) {}
