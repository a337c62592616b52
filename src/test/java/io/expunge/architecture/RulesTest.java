package io.expunge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A rule that can't fail keeps nothing: each is shown classes that break it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {

    private static final String ROOT = "io.expunge.architecture.wrong";
    private static final Rules RULES = new Rules(ROOT);
    private static final JavaClasses WRONG = new ClassFileImporter().importPackages(ROOT);

    @Test
    void an_import_of_something_above_is_found() {
        assertThat(breaches(RULES.importsGoDownwards()))
                .anyMatch(line -> line.contains("Ambitious") && line.contains("Circling"))
                .anyMatch(line -> line.contains("catalog.Circling") && line.contains("store.Circled"));
    }

    @Test
    void an_import_of_something_beside_is_found() {
        assertThat(breaches(RULES.importsGoDownwards()))
                .anyMatch(line -> line.contains("KnowsItsNeighbour") && line.contains("KnowsAnAdapter"));
    }

    @Test
    void an_import_of_something_below_is_no_breach() {
        assertThat(breaches(RULES.importsGoDownwards()))
                .noneMatch(line -> line.startsWith("Method <" + ROOT + ".store.Circled"));
    }

    @Test
    void a_package_without_a_level_is_found() {
        assertThat(breaches(RULES.importsGoDownwards())).anyMatch(line -> line.contains("Homeless"));
    }

    @Test
    void a_circle_is_found() {
        assertThat(breaches(RULES.noCycles()))
                .anyMatch(line -> line.contains("Slice catalog") && line.contains("Slice store"));
    }

    @Test
    void an_adapter_that_is_seen_is_found() {
        assertThat(breaches(RULES.adaptersAreSeenByTheCommandLineOnly()))
                .isNotEmpty()
                .allMatch(line -> line.contains("KnowsAnAdapter"));
    }

    @Test
    void what_eraser_and_probe_share_is_found_within_nested_classes_too() {
        assertThat(RULES.sharedByEraserAndProbe(WRONG, "redis")).containsExactly("SharedFinding");
    }

    @Test
    void sleeping_printing_and_a_clock_of_ones_own_are_found() {
        assertThat(breaches(RULES.nothingSleeps())).hasSize(1).allMatch(line -> line.contains("Sleeping"));
        assertThat(breaches(RULES.nothingPrintsOrExits())).hasSize(1).allMatch(line -> line.contains("Printing"));
        assertThat(breaches(RULES.timeIsHandedIn())).hasSize(1).allMatch(line -> line.contains("TellingTheTime"));
    }

    @Test
    void a_package_that_is_not_null_marked_is_found() {
        assertThat(breaches(RULES.everyPackageIsNullMarked()))
                .containsExactly(ROOT + ".unmarked has no package-info with @NullMarked");
    }

    @Test
    void names_that_say_nothing_are_found() {
        assertThat(breaches(RULES.classNamesSayWhatTheyAre())).hasSize(1).allMatch(line -> line.contains("TenantUtil"));
        assertThat(breaches(RULES.packageNamesSayWhatTheyHold()))
                .isNotEmpty()
                .allMatch(line -> line.contains(ROOT + ".util"));
    }

    private static List<String> breaches(ArchRule rule) {
        return rule.evaluate(WRONG).getFailureReport().getDetails();
    }
}
