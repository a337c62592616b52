package io.expunge.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The packages {@code store.*}: who may see them, and what an eraser and a probe have in common. */
final class Adapters {

    private final String root;

    Adapters(String root) {
        this.root = root;
    }

    DescribedPredicate<JavaClass> adapters() {
        return DescribedPredicate.describe("adapters", this::isAdapter);
    }

    /** By those of their own package and by the command line, which wires them. */
    ArchCondition<JavaClass> beSeenByTheCommandLineOnly() {
        return new ArchCondition<>("be seen by nobody but the command line") {
            @Override
            public void check(JavaClass adapter, ConditionEvents events) {
                for (Dependency dependency : adapter.getDirectDependenciesToSelf()) {
                    String seeing = dependency.getOriginClass().getPackageName();
                    if (!seeing.equals(adapter.getPackageName()) && !seeing.equals(root + ".cli")) {
                        events.add(SimpleConditionEvent.violated(adapter, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private boolean isAdapter(JavaClass javaClass) {
        return javaClass.getPackageName().startsWith(root + ".store.");
    }

    /**
     * The classes of an adapter that can be reached both from its eraser and from its probe, by simple name: a mistake in one
     * of them could blind the probe to what it made the eraser leave.
     */
    Set<String> sharedByEraserAndProbe(JavaClasses classes, String adapter) {
        Set<JavaClass> shared = reachable(classes, adapter, "Eraser");
        shared.retainAll(reachable(classes, adapter, "Probe"));
        return shared.stream().map(JavaClass::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<JavaClass> reachable(JavaClasses classes, String adapter, String role) {
        Set<JavaClass> seen = new TreeSet<>(Comparator.comparing(JavaClass::getName));
        Deque<JavaClass> open = new ArrayDeque<>();
        for (JavaClass javaClass : classes) {
            if (isIn(adapter, javaClass)
                    && javaClass.getAllRawInterfaces().stream()
                            .anyMatch(port -> port.getName().equals(root + ".store." + role))) {
                open.add(javaClass);
            }
        }
        while (!open.isEmpty()) {
            JavaClass javaClass = outermost(open.remove());
            if (seen.add(javaClass)) {
                withNested(classes, javaClass)
                        .forEach(each -> each.getDirectDependenciesFromSelf().stream()
                                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                                .filter(target -> isIn(adapter, target))
                                .forEach(open::add));
            }
        }
        return seen;
    }

    private boolean isIn(String adapter, JavaClass javaClass) {
        return javaClass.getPackageName().equals(root + ".store." + adapter);
    }

    private static Set<JavaClass> withNested(JavaClasses classes, JavaClass outer) {
        return classes.stream().filter(each -> outermost(each).equals(outer)).collect(Collectors.toSet());
    }

    private static JavaClass outermost(JavaClass javaClass) {
        return javaClass.getEnclosingClass().map(Adapters::outermost).orElse(javaClass);
    }
}
