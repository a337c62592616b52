package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;
import io.expunge.tenant.TenantId;
import java.io.InputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A tenant, named by its id or by one of its jobs. */
final class TenantOrJob {

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            converter = DeletionJobIdConverter.class,
            description = "A deletion job of the tenant, instead of its id.")
    private @Nullable DeletionJobId job;

    @Mixin
    private final TenantOption tenant = new TenantOption();

    /** Reads which one it is; standard input is read at most once. */
    <T> T match(InputStream in, Function<TenantId, T> ofTenant, Function<DeletionJobId, T> ofJob) {
        if (job == null) {
            return ofTenant.apply(tenant.read(in));
        }
        if (tenant.isGiven()) {
            throw new UsageException("expected a job's id or --tenant, not both");
        }
        return ofJob.apply(job);
    }

    boolean isGiven() {
        return job != null || tenant.isGiven();
    }
}
