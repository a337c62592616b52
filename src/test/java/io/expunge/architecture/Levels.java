package io.expunge.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The packages, lowest first. Those in one line don't know each other; each may import only what stands in a line below it. */
final class Levels {

    private static final String[][] FROM_THE_GROUND = {
        {"tenant", "audit"},
        {"catalog"},
        {"store", "schedule"},
        {"policy", "health"},
        {"deletion"},
        {"plan", "deadletter", "notify"},
        {"evidence", "execution"},
        {"erasure", "verification"},
        {"report"},
        {"serve"},
        {"cli"},
        // The entry point, in the root package.
        {""},
    };

    private final String root;
    private final Map<String, Integer> levels = new HashMap<>();

    Levels(String root) {
        this.root = root;
        for (int level = 0; level < FROM_THE_GROUND.length; level++) {
            for (String name : FROM_THE_GROUND[level]) {
                levels.put(name, level);
            }
        }
    }

    ArchCondition<JavaClass> importOnlyDownwards() {
        return new ArchCondition<>("import only from a level below their own") {
            @Override
            public void check(JavaClass importing, ConditionEvents events) {
                if (levelOf(importing).isEmpty()) {
                    events.add(
                            SimpleConditionEvent.violated(importing, importing + " is in a package without a level"));
                }
                for (Dependency dependency : importing.getDirectDependenciesFromSelf()) {
                    if (isUpwards(dependency)) {
                        events.add(SimpleConditionEvent.violated(importing, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private boolean isUpwards(Dependency dependency) {
        JavaClass from = dependency.getOriginClass();
        JavaClass to = dependency.getTargetClass();
        return isOurs(to)
                && !feature(from).equals(feature(to))
                && levelOf(to).orElse(Integer.MAX_VALUE) >= levelOf(from).orElse(0);
    }

    private boolean isOurs(JavaClass javaClass) {
        return javaClass.getPackageName().equals(root)
                || javaClass.getPackageName().startsWith(root + ".");
    }

    private Optional<Integer> levelOf(JavaClass javaClass) {
        return Optional.ofNullable(levels.get(feature(javaClass)));
    }

    /** The first name below the root: {@code store} for {@code io.expunge.store.redis}. */
    private String feature(JavaClass javaClass) {
        String below = javaClass.getPackageName().substring(root.length());
        return below.isEmpty() ? "" : below.substring(1).split("\\.", -1)[0];
    }
}
