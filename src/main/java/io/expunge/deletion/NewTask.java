package io.expunge.deletion;

import java.time.Duration;

/** A task as a plan has it. */
public record NewTask(
        String id,
        String resourceId,
        String location,
        String store,
        String resourceType,
        String wave,
        int position,
        boolean required,
        String fence,
        Duration secondLook) {}
