package io.expunge.deletion;

import io.expunge.tenant.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The requests in the application's own database, in schema {@code expunge_intake}. */
public interface Intake {

    /**
     * Asks for an erasure through the function that applications call. Waits on no store and no table of the
     * application's.
     *
     * @return the deletion job's id, the same for the same tenant generation
     */
    String submit(
            TenantId tenant, int generation, String reasonCode, Optional<String> ticket, Optional<Instant> notBefore);

    /** Requests that have not become jobs yet, or were made again since; oldest first, at most so many. */
    List<DeletionRequest> unreceived(int limit);

    Optional<DeletionRequest> find(String id);

    /**
     * Keeps the tenant of this request from being re-opened, because something of its is fenced by nothing else
     * ({@code lease}). Done before the request becomes a job.
     */
    void refuseReopening(String id);

    /** The jobs for which re-opening is refused. */
    List<String> refusingReopening();

    /** Allows a tenant to be re-opened again. */
    void allowReopening(String id);

    /** Notes that a request has become a job, unless it was made again meanwhile. */
    void received(DeletionRequest request);
}
