package io.expunge.store.s3;

import io.expunge.catalog.Ownership.ObjectPrefix;
import io.expunge.catalog.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the keys of a resource begin, such as <code>tenants/{tenant}/g{generation}/</code>; the eraser's and the surveyor's
 * reading.
 *
 * <p>The pattern falls into pieces: <em>head</em> <code>tenants/</code>, the tenant, which ends at the first
 * <em>delimiter</em> <code>/</code>, the <em>path</em> up to the last such delimiter before the generation, its
 * <em>marker</em> <code>g</code>, the generation, the <em>tail</em> <code>/</code>. Head, tenant and path make the prefix of
 * one tenant; what stands below it without a readable generation is still the tenant's.
 */
final class ObjectLayout {

    private static final String TENANT = "{tenant}";
    private static final String GENERATION = "{generation}";

    private final String head;
    private final char delimiter;
    private final String path;
    private final String marker;
    private final Optional<String> tail;

    private ObjectLayout(String head, String link, Optional<String> tail) {
        this.head = head;
        this.delimiter = link.charAt(0);
        int end = tail.isPresent() ? link.lastIndexOf(delimiter) + 1 : link.length();
        this.path = link.substring(0, end);
        this.marker = link.substring(end);
        this.tail = tail;
    }

    /** The layout of a resource; empty if it isn't found by an object prefix. */
    static Optional<ObjectLayout> of(Resource resource) {
        return resource.ownedBy() instanceof ObjectPrefix prefix ? Optional.of(of(prefix.pattern())) : Optional.empty();
    }

    private static ObjectLayout of(String pattern) {
        int tenant = pattern.indexOf(TENANT);
        String link = pattern.substring(tenant + TENANT.length());
        int generation = link.indexOf(GENERATION);
        return generation < 0
                ? new ObjectLayout(pattern.substring(0, tenant), link, Optional.empty())
                : new ObjectLayout(
                        pattern.substring(0, tenant),
                        link.substring(0, generation),
                        Optional.of(link.substring(generation + GENERATION.length())));
    }

    /** Whether the generation is part of the name, which makes the name the fence. */
    boolean generational() {
        return tail.isPresent();
    }

    /** What all keys of the resource begin with, whoever's they are. */
    String head() {
        return head;
    }

    /**
     * What the keys of one tenant, and of no other, begin with.
     *
     * @return empty if this layout can't hold the id: with a delimiter inside, the prefix would be another tenant's
     */
    Optional<String> tenantPrefix(String storedId) {
        boolean distinct = !storedId.isEmpty()
                && storedId.indexOf(delimiter) < 0
                && StandardCharsets.UTF_8.newEncoder().canEncode(storedId);
        return distinct ? Optional.of(head + storedId + path) : Optional.empty();
    }

    /** What stands before the generation in a tenant's keys that bear one. */
    String beforeGeneration(String tenantPrefix) {
        return tenantPrefix + marker;
    }

    /** The character that ends a generation. */
    String endOfGeneration() {
        return tail.orElseThrow().substring(0, 1);
    }

    /** The prefix of just this generation. */
    String generationPrefix(String tenantPrefix, int generation) {
        return beforeGeneration(tenantPrefix) + generation + tail.orElseThrow();
    }

    /** @param key begins with the tenant's prefix */
    ObjectReading read(String tenantPrefix, String key) {
        if (tail.isEmpty() || !key.startsWith(marker, tenantPrefix.length())) {
            return ObjectReading.WITHOUT_GENERATION;
        }
        int start = tenantPrefix.length() + marker.length();
        int end = key.indexOf(endOfGeneration(), start);
        OptionalInt generation = end < 0 ? OptionalInt.empty() : number(key.substring(start, end));
        if (generation.isEmpty()) {
            return ObjectReading.WITHOUT_GENERATION;
        }
        return key.startsWith(tail.get(), end)
                ? new ObjectReading.OfGeneration(generation.getAsInt())
                : ObjectReading.NOT_OURS;
    }

    /** The generation that a common prefix of the store's ends in. */
    OptionalInt generationIn(String tenantPrefix, String commonPrefix) {
        String before = beforeGeneration(tenantPrefix);
        boolean fits = commonPrefix.startsWith(before) && commonPrefix.endsWith(endOfGeneration());
        return fits ? number(commonPrefix.substring(before.length(), commonPrefix.length() - 1)) : OptionalInt.empty();
    }

    /** A generation has one spelling: {@code 07} is none. */
    private static OptionalInt number(String digits) {
        boolean spelt = !digits.isEmpty()
                && digits.length() <= 10
                && digits.chars().allMatch(each -> each >= '0' && each <= '9')
                && (digits.length() == 1 || digits.charAt(0) != '0');
        return spelt && Long.parseLong(digits) <= Integer.MAX_VALUE
                ? OptionalInt.of(Integer.parseInt(digits))
                : OptionalInt.empty();
    }
}
