package io.expunge.plan;

import java.time.Instant;
import java.util.Optional;

/**
 * A plan that somebody asked to have approved.
 *
 * @param approver the login that approved it, if anybody has
 */
public record ApprovalRequest(
        CountedPlan plan,
        String requestedBy,
        Instant requestedAt,
        Optional<String> approver,
        Optional<Instant> approvedAt) {}
