package io.expunge.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.MethodCallTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** What reviews can't keep by themselves: who may know whom, and what only the edge of the process may do. */
final class Rules {

    /** Puts the clock, the streams and the exit code of the process into the command line's hands. */
    private static final String ENTRY_POINT = "Expunge";

    private static final Set<String> TELL_THE_TIME = Set.of("now", "systemUTC", "systemDefaultZone", "system", "tick");

    private final String root;
    private final Levels levels;
    private final Adapters adapters;

    /** @param root the package below which the features stand */
    Rules(String root) {
        this.root = root;
        this.levels = new Levels(root);
        this.adapters = new Adapters(root);
    }

    ArchRule importsGoDownwards() {
        return classes().that().resideInAPackage(root + "..").should(levels.importOnlyDownwards());
    }

    ArchRule noCycles() {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    ArchRule adaptersAreSeenByTheCommandLineOnly() {
        return classes().that(adapters.adapters()).should(adapters.beSeenByTheCommandLineOnly());
    }

    ArchRule nothingSleeps() {
        return noClasses()
                .should(callMethodWhere(target(DescribedPredicate.describe(
                        "Thread.sleep",
                        method -> method.getOwner().isEquivalentTo(Thread.class)
                                && method.getName().equals("sleep")))));
    }

    ArchRule nothingPrintsOrExits() {
        return noClasses()
                .that(areNot(ENTRY_POINT))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(System.class, "exit", int.class);
    }

    /** {@code System.nanoTime} is no time of day: deadlines may use it. */
    ArchRule timeIsHandedIn() {
        return noClasses()
                .that(areNot(ENTRY_POINT))
                .should(callMethodWhere(asksTheSystemsClock()))
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callConstructor(Date.class);
    }

    private static DescribedPredicate<JavaMethodCall> asksTheSystemsClock() {
        return DescribedPredicate.describe("asks the system's clock", call -> {
            MethodCallTarget method = call.getTarget();
            return method.getOwner().getPackageName().equals("java.time")
                    && TELL_THE_TIME.contains(method.getName())
                    && method.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Clock.class));
        });
    }

    ArchRule everyPackageIsNullMarked() {
        return classes().should(beInANullMarkedPackage());
    }

    private static ArchCondition<JavaClass> beInANullMarkedPackage() {
        return new ArchCondition<>("be in a package with @NullMarked") {
            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                if (!javaClass.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            javaClass, javaClass.getPackageName() + " has no package-info with @NullMarked"));
                }
            }
        };
    }

    ArchRule classNamesSayWhatTheyAre() {
        return noClasses().should().haveNameMatching(".*(Utils?|Helpers?|Impl|Manager|Common)(\\$.*)?");
    }

    ArchRule packageNamesSayWhatTheyHold() {
        return noClasses()
                .should()
                .resideInAnyPackage("..common..", "..util..", "..core..", "..model..", "..service..", "..impl..");
    }

    Set<String> sharedByEraserAndProbe(JavaClasses classes, String adapter) {
        return adapters.sharedByEraserAndProbe(classes, adapter);
    }

    private DescribedPredicate<JavaClass> areNot(String exempt) {
        String name = root + "." + exempt;
        return DescribedPredicate.describe(
                "are not " + exempt,
                javaClass -> !javaClass.getName().equals(name)
                        && !javaClass.getName().startsWith(name + "$"));
    }
}
