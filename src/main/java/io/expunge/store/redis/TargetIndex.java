package io.expunge.store.redis;

import io.expunge.store.Target;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the target to which a key belongs by the tenant that the key names: one look-up however many tenants share the
 * pass.
 */
final class TargetIndex {

    private final KeyTemplate template;
    private final Map<ByteBuffer, List<Target>> byTenant = new HashMap<>();
    private final List<Target> unfit = new ArrayList<>();
    private final List<byte[]> prefixes = new ArrayList<>();

    TargetIndex(KeyTemplate template, List<Target> targets) {
        this.template = template;
        for (Target target : targets) {
            String storedId = target.subject().storedId();
            Optional<byte[]> prefix = template.prefix(storedId);
            if (prefix.isEmpty()) {
                unfit.add(target);
                continue;
            }
            List<Target> generations = byTenant.computeIfAbsent(
                    ByteBuffer.wrap(storedId.getBytes(StandardCharsets.UTF_8)), tenant -> new ArrayList<>());
            if (generations.isEmpty()) {
                prefixes.add(prefix.get());
            }
            generations.add(target);
            generations.sort(Comparator.comparingInt(each -> each.subject().generation()));
        }
    }

    /** Targets whose id this layout can't hold. */
    List<Target> unfit() {
        return List.copyOf(unfit);
    }

    boolean isEmpty() {
        return byTenant.isEmpty();
    }

    /** How many targets can be found. */
    int size() {
        return byTenant.values().stream().mapToInt(List::size).sum();
    }

    /** Narrows a walk as far as one pattern can: to a single tenant, or to what all keys of the resource share. */
    byte[] glob() {
        return Glob.beginningWith(prefixes.size() == 1 ? prefixes.get(0) : template.head());
    }

    KeyReading read(byte[] key) {
        return template.read(key);
    }

    /**
     * Whose this key is, if it is of the target's generation or an older one. Where two generations of a tenant are asked
     * for at once, the older takes what is its own.
     */
    Optional<Target> ownerOf(KeyReading.OfGeneration key) {
        return generations(key.tenant())
                .filter(target -> key.generation() <= target.subject().generation())
                .findFirst();
    }

    /** Whose this key is, which says nothing of a generation. */
    Optional<Target> ownerOf(KeyReading.WithoutGeneration key) {
        return generations(key.tenant()).findFirst();
    }

    private Stream<Target> generations(ByteBuffer tenant) {
        return byTenant.getOrDefault(tenant, List.of()).stream();
    }
}
