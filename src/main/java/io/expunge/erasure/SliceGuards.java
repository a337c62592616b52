package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.OnReopen;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.Holds;
import io.expunge.deletion.Lease;
import io.expunge.health.StoreOutages;
import io.expunge.policy.Orders;
import io.expunge.store.Scope;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import io.expunge.store.Subject;
import io.expunge.store.TenantRegistry.Entry;
import io.expunge.store.TenantRegistry.RegistryRefused;
import io.expunge.tenant.TenantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What is asked again before every slice: is the job still ours, is there a hold or a pause, is a store out or not the one that
 * is meant, is the tenant still closed at the generation that is erased (I5, I11, I9, I2).
 */
final class SliceGuards {

    private final DeletionJobs jobs;
    private final Orders orders;
    private final Holds holds;
    private final Stores stores;
    private final HeldLeases leases;
    private final ErasureSettings settings;
    private final StoreOutages outages;
    private final PinnedStores pinned;
    private final TransactionTemplate outsideTransaction;

    /** @param outsideTransaction suspends the chunk's transaction, so that no connection is held while the store works */
    SliceGuards(
            DeletionJobs jobs,
            Orders orders,
            Holds holds,
            Stores stores,
            HeldLeases leases,
            ErasureSettings settings,
            StoreOutages outages,
            TransactionTemplate outsideTransaction) {
        this.jobs = jobs;
        this.orders = orders;
        this.holds = holds;
        this.stores = stores;
        this.leases = leases;
        this.settings = settings;
        this.outages = outages;
        this.pinned = new PinnedStores(stores);
        this.outsideTransaction = outsideTransaction;
    }

    /**
     * The standing of each task, by its id.
     *
     * @throws io.expunge.store.StoreException if the registry can't be read: then nothing may be deleted
     */
    Map<String, Standing> check(Scope scope, Collection<Member> members) {
        Map<String, Standing> ordered = outsideTransaction.execute(status -> ordered(scope, members));
        Map<String, Standing> standing = new HashMap<>(ordered == null ? Map.of() : ordered);
        List<Member> clear = members.stream()
                .filter(member -> standing.get(member.taskId()) instanceof Standing.Clear)
                .toList();
        if (!clear.isEmpty()
                && pinned.isAnother(scope.catalog(), scope.location().store())) {
            clear.forEach(member ->
                    standing.put(member.taskId(), new Standing.Barred(BlockReason.OTHER_STORE, Optional.empty())));
        } else if (!clear.isEmpty()) {
            askRegistry(scope.catalog(), clear, standing);
        }
        return standing;
    }

    private Map<String, Standing> ordered(Scope scope, Collection<Member> members) {
        List<Lease> leases = members.stream().map(Member::lease).distinct().toList();
        Set<String> ours = jobs.stillOurs(leases);
        boolean paused = orders.paused(scope.location().store());
        Set<String> held =
                holds.binding(members.stream().map(Member::job).distinct().toList());
        Optional<String> out = paused
                ? Optional.empty()
                : outages.firstOut(
                        scope.catalog(),
                        Stream.of(
                                        scope.location().store(),
                                        scope.catalog().registry().store())
                                .collect(Collectors.toSet()));
        Map<String, Standing> standing = new HashMap<>();
        for (Member member : members) {
            Standing its = new Standing.Clear();
            if (!ours.contains(member.job().id())) {
                its = new Standing.TakenOver();
            } else if (held.contains(member.job().id())) {
                its = new Standing.Barred(BlockReason.HELD, Optional.empty());
            } else if (paused) {
                its = new Standing.Paused();
            } else if (out.isPresent()) {
                its = new Standing.Out(out.get());
            }
            standing.put(member.taskId(), its);
        }
        return standing;
    }

    private void askRegistry(Catalog catalog, List<Member> members, Map<String, Standing> standing) {
        List<TenantId> tenants = members.stream()
                .map(member -> member.subject().tenant())
                .distinct()
                .toList();
        try {
            Map<TenantId, Entry> entries = stores.registry(catalog).look(tenants);
            for (Member member : members) {
                judge(
                                catalog,
                                member,
                                Optional.ofNullable(entries.get(member.subject().tenant())))
                        .ifPresent(barred -> standing.put(member.taskId(), barred));
            }
        } catch (RegistryRefused refused) {
            members.forEach(member -> standing.put(
                    member.taskId(), new Standing.Barred(BlockReason.of(refused.refusal()), Optional.empty())));
        }
    }

    /**
     * Looks at the lease and into the registry once more, for an eraser between listing and deleting. A process that was
     * stopped in between and goes on long after must not delete where only this keeps it from doing so.
     *
     * @return empty if the tenant is closed at the subject's generation
     * @throws io.expunge.store.StoreException if the registry can't be read: then nothing may be deleted
     */
    Optional<Fenced> broken(Scope scope, Member member) {
        if (!leases.isSurelyOurs(member.job().id(), settings.lease(), settings.heartbeat())) {
            // This process was stopped meanwhile, or cut off: whether it still may is asked again before the next try.
            throw new StoreException.Contended(scope.location().store(), "LEASE_OVER");
        }
        Catalog catalog = scope.catalog();
        Subject subject = member.subject();
        try {
            Optional<Entry> entry = Optional.ofNullable(
                    stores.registry(catalog).look(List.of(subject.tenant())).get(subject.tenant()));
            return entry.filter(row -> row.isClosedAt(subject.generation())).isPresent()
                    ? Optional.empty()
                    : Optional.of(new Fenced(entry.map(Entry::generation)));
        } catch (RegistryRefused refused) {
            throw new StoreException.Refused(catalog.registry().store(), refused.refusal(), refused.code());
        }
    }

    private static Optional<Standing> judge(Catalog catalog, Member member, Optional<Entry> entry) {
        if (entry.isEmpty()) {
            return Optional.of(new Standing.Barred(BlockReason.NOT_REGISTERED, Optional.empty()));
        }
        int generation = member.subject().generation();
        if (entry.get().isClosedAt(generation)) {
            return Optional.empty();
        }
        if (entry.get().generation() > generation) {
            return catalog.onReopen() == OnReopen.ERASE_OLDER
                    ? Optional.empty()
                    : Optional.of(new Standing.Barred(
                            BlockReason.REOPENED, Optional.of(entry.get().generation())));
        }
        return Optional.of(new Standing.Barred(
                entry.get().generation() < generation ? BlockReason.GENERATION_AHEAD : BlockReason.NOT_CLOSED,
                Optional.of(entry.get().generation())));
    }
}
