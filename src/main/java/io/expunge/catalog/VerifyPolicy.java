package io.expunge.catalog;

import java.time.Duration;

/**
 * How a resource is verified.
 *
 * @param secondLook time between the two looks of which both must find nothing: at least as long as whatever may still
 *     write after the freeze (an open transaction, a cache filler)
 */
public record VerifyPolicy(Duration secondLook) {

    public VerifyPolicy {
        if (secondLook.isNegative()) {
            throw new IllegalArgumentException("second-look must not be negative: " + secondLook);
        }
    }
}
