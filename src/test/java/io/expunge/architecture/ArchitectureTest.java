package io.expunge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.expunge.Expunge;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The product's own classes; that each rule can fail is shown by {@link RulesTest}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArchitectureTest {

    private static final Rules RULES = new Rules("io.expunge");
    private static JavaClasses product;

    @BeforeAll
    static void read() {
        product = new ClassFileImporter()
                .importUrl(Expunge.class.getProtectionDomain().getCodeSource().getLocation());
    }

    @Test
    void imports_go_one_way() {
        RULES.importsGoDownwards().check(product);
    }

    @Test
    void packages_know_each_other_in_no_circle() {
        RULES.noCycles().check(product);
    }

    @Test
    void adapters_are_seen_by_the_command_line_only() {
        RULES.adaptersAreSeenByTheCommandLineOnly().check(product);
    }

    /**
     * Connections, error tables, positions and the quoting of names. Whatever finds or counts a tenant's items is written
     * twice; think hard before adding a name.
     */
    @Test
    void the_postgresql_probe_shares_with_its_eraser_only_the_way_to_the_server() {
        assertThat(RULES.sharedByEraserAndProbe(product, "postgresql"))
                .containsExactlyInAnyOrder(
                        "Database",
                        "Deadline",
                        "Failed",
                        "Failure",
                        "Horizon",
                        "LogPosition",
                        "NothingIsFatal",
                        "PinnedIdentity",
                        "Server",
                        "ServerIdentity",
                        "Session",
                        "Sql",
                        "SqlStates",
                        "TableName");
    }

    /** Beside the way to the server, the walk over a key space and the escaping of a pattern for it. */
    @Test
    void the_redis_probe_shares_with_its_eraser_only_the_way_to_the_server() {
        assertThat(RULES.sharedByEraserAndProbe(product, "redis"))
                .containsExactlyInAnyOrder(
                        "Deadline",
                        "ErrorReply",
                        "FaultKind",
                        "Glob",
                        "History",
                        "RedisFault",
                        "RedisLink",
                        "RedisSession",
                        "ServerInfo");
    }

    /** Each lists, reads keys and counts by code of its own. */
    @Test
    void the_s3_probe_shares_with_its_eraser_only_the_way_to_the_server() {
        assertThat(RULES.sharedByEraserAndProbe(product, "s3"))
                .containsExactlyInAnyOrder(
                        "BucketAddress",
                        "BucketLink",
                        "BucketOwner",
                        "BucketSession",
                        "Checksums",
                        "Deadline",
                        "ErrorCodes",
                        "FaultKind",
                        "S3Fault");
    }

    /** Beside the way to the cluster, a digest in place of names. */
    @Test
    void the_opensearch_probe_shares_with_its_eraser_only_the_way_to_the_cluster() {
        assertThat(RULES.sharedByEraserAndProbe(product, "opensearch"))
                .containsExactlyInAnyOrder(
                        "Call",
                        "ClusterPoint",
                        "Deadline",
                        "Digest",
                        "ErrorType",
                        "FaultKind",
                        "SearchFault",
                        "SearchLink");
    }

    @Test
    void nothing_sleeps() {
        RULES.nothingSleeps().check(product);
    }

    @Test
    void nothing_prints_or_exits_but_the_entry_point() {
        RULES.nothingPrintsOrExits().check(product);
    }

    @Test
    void time_is_handed_in() {
        RULES.timeIsHandedIn().check(product);
    }

    @Test
    void every_package_is_null_marked() {
        RULES.everyPackageIsNullMarked().check(product);
    }

    @Test
    void names_say_what_things_are() {
        RULES.classNamesSayWhatTheyAre().check(product);
        RULES.packageNamesSayWhatTheyHold().check(product);
    }
}
