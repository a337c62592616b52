package io.expunge.plan;

import io.expunge.catalog.Caps;
import io.expunge.catalog.Catalog;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether what is to be erased of one tenant keeps within the catalog's caps, or else within what was approved and the
 * catalog's tolerance (I12). A resource above its cap needs its own count approved; a job above its cap needs the sum.
 */
public final class CapCheck {

    private final Catalog catalog;
    private final List<TaskCount> counts;
    private final Optional<CountedPlan> approved;

    /**
     * @param counts of all the job's tasks; what is unknown can't be judged yet, and is when it is known
     * @param approved for the plan that the job is on
     */
    public CapCheck(Catalog catalog, List<TaskCount> counts, Optional<CountedPlan> approved) {
        this.catalog = catalog;
        this.counts = List.copyOf(counts);
        this.approved = approved;
    }

    /** All that is too much: tasks in the order of the plan, then the job. */
    public List<Excess> all() {
        return Stream.concat(counts.stream().flatMap(count -> ofTask(count).stream()), ofJob().stream())
                .toList();
    }

    /** Why this task must not begin: its own excess, else the job's. */
    public Optional<Excess> of(String resourceId, String location) {
        return counts.stream()
                .filter(count -> count.resourceId().equals(resourceId)
                        && count.location().equals(location))
                .findFirst()
                .flatMap(this::ofTask)
                .or(this::ofJob);
    }

    private Optional<Excess> ofTask(TaskCount count) {
        Optional<Long> cap = catalog.find(count.resourceId())
                .flatMap(resource -> resource.limits().cap());
        return cap.isEmpty() || count.items().isEmpty()
                ? Optional.empty()
                : excess(
                        count.name(),
                        count.items().get(),
                        cap.get(),
                        approved.flatMap(plan -> plan.items(count.resourceId(), count.location())));
    }

    private Optional<Excess> ofJob() {
        Caps caps = catalog.caps();
        return caps.job()
                .flatMap(cap -> excess("job", CountedPlan.total(counts), cap, approved.map(CountedPlan::total)));
    }

    private Optional<Excess> excess(String what, long items, long cap, Optional<Long> allowed) {
        return items <= cap
                        || allowed.filter(most -> catalog.caps().tolerates(items, most))
                                .isPresent()
                ? Optional.empty()
                : Optional.of(new Excess(what, items, cap, allowed));
    }
}
