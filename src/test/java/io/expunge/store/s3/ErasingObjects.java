package io.expunge.store.s3;

import static io.expunge.store.s3.Objects.OBJECTS;
import static io.expunge.store.s3.Objects.PATTERN;
import static io.expunge.store.s3.Objects.slice;
import static io.expunge.store.s3.Objects.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.sandbox.S3Server;
import io.expunge.store.Eraser;
import io.expunge.store.Fence;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import io.expunge.store.Subject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What an erasure meets in a bucket, on whichever server. */
interface ErasingObjects {

    Subject ACME = subject("acme", 1);

    /** Those that other tools are known to stumble over, below a generation's prefix. */
    List<String> ODD_KEYS = List.of(
            "sp ace",
            " led by a blank",
            "pl+us",
            "%2B",
            "%20",
            "/led",
            "dou//ble",
            "trail/",
            "nfc\u00e9",
            "nfde\u0301",
            "new\nline",
            "carriage\rreturn",
            "a&<>\"b",
            "./dot",
            "../up",
            "emoji\ud83d\ude00",
            "q?u#e",
            "*[x]\\");

    S3Server server();

    @Test
    default void versions_and_markers_go_and_what_is_current_goes_last() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            String key = "tenants/acme/g1/a";
            String first = bucket.put(key, "1");
            String second = bucket.put(key, "2");
            bucket.put("tenants/acme/g1/b", "1");
            bucket.mark("tenants/acme/g1/b");
            bucket.mark("tenants/acme/g1/never there");
            bucket.put("tenants/acme/g2/later", "1");

            try (Eraser eraser = eraser(bucket)) {
                SliceResult result = eraser.erase(slice(Objects.of(PATTERN), ACME, ResumePoint.START, 1));
                assertThat(outcome(result)).isEqualTo(new Deleted(1));
                assertThat(bucket.items(key)).singleElement().satisfies(left -> {
                    assertThat(left.version()).isEqualTo(second).isNotEqualTo(first);
                    assertThat(left.latest()).isTrue();
                });

                assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 1)).isEqualTo(4);
            }
            assertThat(bucket.items("tenants/acme/"))
                    .singleElement()
                    .extracting(RawBucket.Item::key)
                    .isEqualTo("tenants/acme/g2/later");
        }
    }

    @Test
    default void null_versions_of_a_bucket_that_stopped_keeping_versions_go_too() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/g1/a", "1");
            bucket.suspend();
            bucket.put("tenants/acme/g1/a", "null version");
            bucket.put("tenants/acme/g1/b", "null version");
            bucket.mark("tenants/acme/g1/b");

            assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 10)).isEqualTo(3);
            assertThat(bucket.items("")).isEmpty();
        }
    }

    @Test
    default void objects_of_a_bucket_that_never_kept_versions_go_too() {
        try (RawBucket bucket = RawBucket.of(server(), false);
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/g1/a", "1");
            bucket.put("tenants/acme/g1/b", "1");
            bucket.put("tenants/acme2/g1/b", "1");

            assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 10)).isEqualTo(2);
            assertThat(bucket.items("")).hasSize(1);
        }
    }

    @Test
    default void more_versions_of_one_key_than_a_page_holds_go_while_the_current_one_stays_to_the_end() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            String current = "";
            for (int version = 0; version < 1_050; version++) {
                current = bucket.put("tenants/acme/g1/a", "v");
            }
            bucket.put("tenants/acme/g1/b", "v");

            SliceResult result = eraser.erase(slice(Objects.of(PATTERN), ACME, ResumePoint.START, 1_000));

            assertThat(outcome(result)).isEqualTo(new Deleted(1_000));
            String still = current;
            assertThat(bucket.items("tenants/acme/g1/a")).anySatisfy(item -> {
                assertThat(item.version()).isEqualTo(still);
                assertThat(item.latest()).isTrue();
            });
            assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 1_000)).isEqualTo(51);
            assertThat(bucket.items("")).isEmpty();
        }
    }

    @Test
    default void odd_keys_go_and_those_like_them_stay() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            ODD_KEYS.forEach(key -> bucket.put("tenants/acme/g1/" + key, "1"));
            ODD_KEYS.forEach(key -> bucket.put("tenants/acme/g1/" + key, "2"));
            ODD_KEYS.forEach(key -> bucket.put("tenants/acme/g2/" + key, "1"));

            assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 1_000)).isEqualTo(2L * ODD_KEYS.size());
            assertThat(bucket.items("tenants/acme/g1/")).isEmpty();
            assertThat(bucket.items("tenants/acme/g2/")).hasSize(ODD_KEYS.size());
        }
    }

    @Test
    default void a_generation_with_another_spelling_is_none() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            for (String generation : List.of("g01", "g", "G1", "g1x", "g+1", "g4294967297")) {
                bucket.put("tenants/acme/" + generation + "/a", "1");
            }
            bucket.put("tenants/acme/g0/a", "1");

            assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 10)).isEqualTo(1);
            assertThat(bucket.items("")).hasSize(6);
        }
    }

    @Test
    default void uploads_of_the_erased_generation_are_aborted_and_no_others() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            bucket.beginUpload("tenants/acme/g1/a");
            bucket.beginUpload("tenants/acme/g1/a");
            bucket.beginUpload("tenants/acme/g2/a");
            bucket.beginUpload("tenants/acme2/g1/a");

            assertThat(deletedBy(eraser, Objects.of(PATTERN), ACME, 1)).isEqualTo(2);
            assertThat(bucket.uploads()).isEqualTo(2);
        }
    }

    @Test
    default void without_a_generation_in_the_prefix_the_registry_is_read_between_listing_and_deleting() {
        Scope scope = Objects.of("tenants/{tenant}/", FenceKind.LISTED_VERSION);
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/a", "1");
            bucket.put("tenants/acme/b", "1");
            AtomicInteger asked = new AtomicInteger();
            AtomicReference<String> later = new AtomicReference<>("");
            // Asked before the uploads and before the batch; opened again just after the batch's question.
            Fence racing = target -> {
                int question = asked.incrementAndGet();
                if (question == 2) {
                    later.set(bucket.put("tenants/acme/a", "of the next generation"));
                }
                return question > 2 ? Optional.of(new Fenced(Optional.of(2))) : Optional.empty();
            };

            SliceResult result = eraser.erase(slice(scope, ACME, ResumePoint.START, 10, racing));

            assertThat(outcome(result)).isEqualTo(new Deleted(2));
            assertThat(asked).hasValue(3);
            assertThat(bucket.items("")).singleElement().satisfies(left -> {
                assertThat(left.version()).isEqualTo(later.get());
                assertThat(left.latest()).isTrue();
            });
            assertThat(outcome(eraser.erase(slice(scope, ACME, result.next().orElseThrow(), 10, racing))))
                    .isEqualTo(new Fenced(Optional.of(2)));
        }
    }

    @Test
    default void a_registry_that_cannot_be_read_keeps_everything() {
        Scope scope = Objects.of("tenants/{tenant}/", FenceKind.LISTED_VERSION);
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/a", "1");
            Fence unreadable = target -> {
                throw new StoreException.Unavailable("main", "08006");
            };

            assertThatExceptionOfType(StoreException.Unavailable.class)
                    .isThrownBy(() -> eraser.erase(slice(scope, ACME, ResumePoint.START, 10, unreadable)));
            assertThat(outcome(eraser.erase(slice(scope, ACME, ResumePoint.START, 10))))
                    .isInstanceOf(Fenced.class);
            assertThat(bucket.items("")).hasSize(1);
        }
    }

    @Test
    default void a_bucket_without_versions_gives_no_fence_by_version() {
        Scope scope = Objects.of("tenants/{tenant}/", FenceKind.LISTED_VERSION);
        try (RawBucket bucket = RawBucket.of(server(), false);
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/a", "1");

            assertThat(outcome(eraser.erase(slice(scope, ACME, ResumePoint.START, 10, target -> Optional.empty()))))
                    .isEqualTo(new Refused(Refusal.CONFIGURATION, "NOT_VERSIONED"));
            assertThat(bucket.items("")).hasSize(1);
        }
    }

    @Test
    default void under_a_lease_the_whole_tenant_goes() {
        Scope scope = Objects.of("tenants/{tenant}/", FenceKind.LEASE);
        try (RawBucket bucket = RawBucket.of(server(), false);
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/a", "1");
            bucket.put("tenants/acme/g9/a", "1");
            bucket.put("tenants/acme2/a", "1");

            Slice broken = slice(scope, ACME, ResumePoint.START, 10, target -> Optional.of(new Fenced(Optional.of(2))));
            assertThat(outcome(eraser.erase(broken))).isEqualTo(new Fenced(Optional.of(2)));
            assertThat(bucket.items("")).hasSize(3);
            assertThat(deletedBy(eraser, scope, ACME, 10)).isEqualTo(2);
            assertThat(bucket.items("")).hasSize(1);
        }
    }

    @Test
    default void an_id_with_the_delimiter_and_a_prefix_without_a_fence_are_refused() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/x/g1/a", "1");

            assertThat(outcome(eraser.erase(slice(Objects.of(PATTERN), subject("acme/x", 1), ResumePoint.START, 10))))
                    .isEqualTo(new Refused(Refusal.CONFIGURATION, "DELIMITER"));
            assertThat(outcome(eraser.erase(slice(Objects.of("tenants/{tenant}/"), ACME, ResumePoint.START, 10))))
                    .isEqualTo(new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
            assertThat(bucket.items("")).hasSize(1);
        }
    }

    @Test
    default void a_bucket_that_is_not_there_is_no_success() {
        StoreDeclaration gone = new StoreDeclaration("objects", OBJECTS.type(), Optional.empty());
        try (Eraser eraser = new S3Connector(Clock.systemUTC())
                .eraser(gone, Objects.access(server(), "no-such-bucket", server().eraser()))) {
            assertThat(outcome(eraser.erase(slice(Objects.of(PATTERN), ACME, ResumePoint.START, 10))))
                    .isEqualTo(new Refused(Refusal.MISSING_CONTAINER, "NoSuchBucket"));
        }
    }

    @Test
    default void nothing_is_deleted_from_another_owners_bucket_than_the_pinned_one() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Eraser strict = new S3Connector(Clock.systemUTC())
                        .eraser(
                                new StoreDeclaration("objects", OBJECTS.type(), Optional.of("somebody else")),
                                Objects.access(server(), bucket.name(), server().eraser()))) {
            bucket.put("tenants/acme/g1/a", "1");

            assertThat(outcome(strict.erase(slice(Objects.of(PATTERN), ACME, ResumePoint.START, 10))))
                    .isEqualTo(new Refused(Refusal.OTHER_STORE, "IDENTITY"));
            assertThat(bucket.items("")).hasSize(1);
        }
    }

    private Eraser eraser(RawBucket bucket) {
        return new S3Connector(Clock.systemUTC())
                .eraser(OBJECTS, Objects.access(server(), bucket.name(), server().eraser()));
    }

    static SliceOutcome outcome(SliceResult result) {
        return result.outcomes().values().iterator().next();
    }

    /** A whole pass; ends in nothing left. */
    static long deletedBy(Eraser eraser, Scope scope, Subject subject, int items) {
        List<SliceOutcome> outcomes = pass(eraser, scope, subject, items);
        assertThat(outcomes).allMatch(outcome -> outcome instanceof Deleted || outcome instanceof Absent);
        return outcomes.stream().mapToLong(SliceOutcome::deletedItems).sum();
    }

    static List<SliceOutcome> pass(Eraser eraser, Scope scope, Subject subject, int items) {
        List<SliceOutcome> outcomes = new ArrayList<>();
        Optional<ResumePoint> from = Optional.of(ResumePoint.START);
        while (from.isPresent()) {
            assertThat(outcomes).as("a pass that doesn't end").hasSizeLessThan(200);
            SliceResult result = eraser.erase(slice(scope, subject, from.get(), items));
            outcomes.add(outcome(result));
            from = result.next();
        }
        return outcomes;
    }
}
