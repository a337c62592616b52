package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/**
 * An exception as the views show it.
 *
 * @param deadLetter number of the letter that it answers
 * @param itemHash the one item that it covers; empty for the task as a whole
 * @param items at most so many may stay
 * @param standing IN_FORCE, EXPIRED, or REPLACED by a later one for the same
 */
public record ExceptionRecord(
        long id,
        String jobId,
        String taskId,
        String resourceId,
        String location,
        long deadLetter,
        Optional<String> itemHash,
        long items,
        String reasonCode,
        Optional<String> ticket,
        String approver,
        Instant approvedAt,
        Instant expiresAt,
        String standing) {}
