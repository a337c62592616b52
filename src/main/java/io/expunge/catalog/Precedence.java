package io.expunge.catalog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * What must be erased before what: rows before the rows that they point to, sources before what is derived from them.
 * Self-references, references into another store and ids that aren't among the resources don't count.
 */
final class Precedence {

    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final Map<String, Set<String>> later = new HashMap<>();
    private final List<String> declared;

    Precedence(List<Resource> all) {
        all.forEach(resource -> resources.put(resource.id(), resource));
        declared = List.copyOf(resources.keySet());
        for (Resource resource : all) {
            resource.references().stream()
                    .filter(target -> isInStore(target, resource.store()))
                    .forEach(target -> add(resource.id(), target));
            resource.derivedFrom().forEach(source -> add(source, resource.id()));
        }
    }

    private boolean isInStore(String id, String store) {
        Resource resource = resources.get(id);
        return resource != null && resource.store().equals(store);
    }

    private void add(String first, String second) {
        if (!first.equals(second) && resources.containsKey(first) && resources.containsKey(second)) {
            later.computeIfAbsent(first, key -> new LinkedHashSet<>()).add(second);
        }
    }

    private Set<String> after(String id) {
        return later.getOrDefault(id, Set.of());
    }

    /** Ids that would each have to be erased before the next, the first named again at the end; none if there is an order. */
    List<List<String>> cycles() {
        List<List<String>> cycles = new ArrayList<>();
        Set<String> done = new HashSet<>();
        declared.forEach(id -> follow(id, new ArrayDeque<>(), done, cycles));
        return cycles;
    }

    private void follow(String id, Deque<String> path, Set<String> done, List<List<String>> cycles) {
        if (path.contains(id)) {
            List<String> walked = List.copyOf(path);
            List<String> cycle = new ArrayList<>(walked.subList(walked.indexOf(id), walked.size()));
            cycle.add(id);
            cycles.add(cycle);
            return;
        }
        if (done.contains(id)) {
            return;
        }
        path.addLast(id);
        after(id).forEach(next -> follow(next, path, done, cycles));
        path.removeLast();
        done.add(id);
    }

    /**
     * Wave by wave, and inside a wave as declared wherever nothing else is demanded.
     *
     * @throws IllegalArgumentException if there is no order
     */
    List<Resource> inOrder() {
        Map<String, Integer> waitingFor = new HashMap<>();
        later.values().forEach(ids -> ids.forEach(id -> waitingFor.merge(id, 1, Integer::sum)));
        PriorityQueue<String> ready =
                new PriorityQueue<>(Comparator.comparing(this::wave).thenComparing(declared::indexOf));
        declared.stream().filter(id -> !waitingFor.containsKey(id)).forEach(ready::add);
        List<Resource> ordered = new ArrayList<>();
        while (!ready.isEmpty()) {
            String next = ready.remove();
            ordered.add(resource(next));
            for (String id : after(next)) {
                if (waitingFor.merge(id, -1, Integer::sum) == 0) {
                    ready.add(id);
                }
            }
        }
        if (ordered.size() < declared.size()) {
            throw new IllegalArgumentException("resources that must each be erased before the other: " + cycles());
        }
        return List.copyOf(ordered);
    }

    private Wave wave(String id) {
        return resource(id).wave();
    }

    private Resource resource(String id) {
        Resource resource = resources.get(id);
        if (resource == null) {
            throw new IllegalStateException("not a resource: " + id);
        }
        return resource;
    }
}
