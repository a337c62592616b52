package io.expunge.report;

import java.time.Instant;

/**
 * A store that is out now.
 *
 * @param errorClass our word for what it did last, such as {@code UNAVAILABLE}
 * @param code its own code, or its client's
 * @param nextProbeAt when a run at work asks it again; a run that begins asks at once
 */
public record StoreOutage(
        String store,
        Instant since,
        String errorClass,
        String code,
        int failedProbes,
        Instant nextProbeAt,
        long jobsParked,
        long tasksParked) {}
