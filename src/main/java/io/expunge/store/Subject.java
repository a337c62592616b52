package io.expunge.store;

import io.expunge.tenant.TenantId;

/**
 * A tenant generation as one resource knows it.
 *
 * @param generation the erased generation; items of later ones are never touched
 * @param storedId the id as it is written in that resource
 */
public record Subject(TenantId tenant, int generation, String storedId) {

    @Override
    public String toString() {
        return "Subject[generation=" + generation + "]";
    }
}
