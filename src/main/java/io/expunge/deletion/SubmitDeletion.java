package io.expunge.deletion;

import io.expunge.catalog.Catalog;

/** Writes a request down in the application's database, which is all that is needed for it to stand. Safe to repeat. */
public final class SubmitDeletion {

    private final Intake intake;

    public SubmitDeletion(Intake intake) {
        this.intake = intake;
    }

    /**
     * The deletion job's id, the same for the same tenant generation (I1).
     *
     * @throws ProtectedTenant before anything is written (I12)
     */
    public DeletionJobId submit(NewRequest request, Catalog catalog) {
        if (catalog.isProtected(request.tenant())) {
            throw new ProtectedTenant();
        }
        return new DeletionJobId(intake.submit(
                request.tenant(), request.generation(), request.reasonCode(), request.ticket(), request.notBefore()));
    }
}
