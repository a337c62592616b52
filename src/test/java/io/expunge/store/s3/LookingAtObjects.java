package io.expunge.store.s3;

import static io.expunge.store.s3.Objects.OBJECTS;
import static io.expunge.store.s3.Objects.PATTERN;
import static io.expunge.store.s3.Objects.subject;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.Ownership.ObjectPrefix;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.sandbox.S3Server;
import io.expunge.store.Blindness;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.StoreAccess;
import io.expunge.store.Subject;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a probe and a surveyor see in a bucket, on whichever server. */
interface LookingAtObjects {

    Subject ACME = subject("acme", 1);

    S3Server server();

    @Test
    default void versions_and_markers_are_counted_apart_by_what_their_keys_say() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            bucket.put("tenants/acme/g0/a", "1");
            bucket.put("tenants/acme/g1/a", "1");
            bucket.put("tenants/acme/g1/a", "2");
            bucket.mark("tenants/acme/g1/a");
            bucket.mark("tenants/acme/profile/a");
            bucket.put("tenants/acme/g01/a", "1");
            bucket.put("tenants/acme/g2/a", "1");
            bucket.put("tenants/acme2/g1/a", "1");
            bucket.put("tenants/acme", "1");

            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(4, 2, 1));
            assertThat(look(bucket, Objects.of("tenants/{tenant}/"), ACME)).isEqualTo(seen(0, 7, 0));
            assertThat(count(bucket, ACME)).isEqualTo(6);
        }
    }

    @Test
    default void a_marker_that_stands_alone_is_residue() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            bucket.mark("tenants/acme/g1/a");

            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(1, 0, 0));
        }
    }

    @Test
    default void every_page_is_read() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            for (int item = 0; item < 700; item++) {
                bucket.put("tenants/acme/g1/" + item % 350, "v");
            }
            for (int item = 0; item < 350; item++) {
                bucket.mark("tenants/acme/g1/" + item);
            }

            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(1_050, 0, 0));
        }
    }

    @Test
    default void odd_keys_are_seen() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            ErasingObjects.ODD_KEYS.forEach(key -> bucket.put("tenants/acme/g1/" + key, "1"));

            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(ErasingObjects.ODD_KEYS.size(), 0, 0));
        }
    }

    @Test
    default void an_upload_that_was_not_completed_is_residue() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            bucket.beginUpload("tenants/acme2/g1/a");
            bucket.beginUpload("tenants/acme/g2/a");
            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(0, 0, 0));

            bucket.beginUpload("tenants/acme/g1/a");

            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(1, 0, 0));
            bucket.put("tenants/acme/g1/b", "1");
            assertThat(look(bucket, Objects.of(PATTERN), ACME)).isEqualTo(seen(2, 0, 0));
        }
    }

    @Test
    default void a_bucket_that_is_not_there_is_not_empty() {
        try (Probe probe = probe(OBJECTS, Objects.access(server(), "no-such-bucket", server().verifier()))) {
            assertThat(look(probe, Objects.of(PATTERN), ACME))
                    .isEqualTo(new Unknown(Blindness.MISSING_CONTAINER, "NoSuchBucket"));
        }
    }

    @Test
    default void another_owners_bucket_than_the_pinned_one_is_not_believed() {
        StoreDeclaration pinned = new StoreDeclaration("objects", OBJECTS.type(), Optional.of("somebody else"));
        try (RawBucket bucket = RawBucket.versioned(server());
                Probe strict = probe(pinned, Objects.access(server(), bucket.name(), server().verifier()))) {
            assertThat(look(strict, Objects.of(PATTERN), ACME))
                    .isEqualTo(new Unknown(Blindness.OTHER_STORE, "IDENTITY"));
        }
    }

    @Test
    default void the_identity_can_be_pinned() {
        try (RawBucket bucket = RawBucket.versioned(server());
                Surveyor surveyor = surveyor(bucket)) {
            StoreDeclaration pinned = new StoreDeclaration("objects", OBJECTS.type(), Optional.of(surveyor.identity()));
            try (Probe strict = probe(pinned, Objects.access(server(), bucket.name(), server().verifier()))) {
                assertThat(look(strict, Objects.of(PATTERN), ACME)).isEqualTo(seen(0, 0, 0));
            }
        }
    }

    @Test
    default void an_id_that_cannot_be_told_apart_blinds() {
        try (RawBucket bucket = RawBucket.versioned(server())) {
            bucket.put("tenants/acme/x/g1/a", "1");

            assertThat(look(bucket, Objects.of(PATTERN), subject("acme/x", 1)))
                    .isEqualTo(new Unknown(Blindness.BLIND, "DELIMITER"));
        }
    }

    @Test
    default void what_no_prefix_and_no_declaration_names_is_drift_and_told_without_its_name() {
        Catalog catalog = Objects.catalog(
                List.of(Objects.resource(new ObjectPrefix("app/" + PATTERN), FenceKind.NAME)),
                List.of(new NotTenantData("objects", "app/public/*", "logos", "dpo", LocalDate.MAX)));
        try (RawBucket bucket = RawBucket.versioned(server());
                Surveyor surveyor = surveyor(bucket)) {
            bucket.put("app/tenants/acme/g1/a", "1");
            bucket.put("app/public/logo", "1");
            assertThat(surveyor.drift(catalog)).isEmpty();

            bucket.put("app/exports/acme/a", "1");
            bucket.mark("app/exports2/acme/a");
            bucket.put("zq7-marker/a", "1");
            bucket.put("zq7-marker-at-the-top", "1");
            bucket.beginUpload("app/exports3/a");

            assertThat(surveyor.drift(catalog))
                    .extracting(Uncatalogued::name)
                    .containsExactlyInAnyOrder("the top of the bucket", "below app/", "uploads");
            assertThat(surveyor.drift(catalog).toString())
                    .contains("2 prefixes", "1 prefixes and 1 versions", "1 uploads")
                    .doesNotContain("zq7", "exports");
        }
    }

    private Sighting look(RawBucket bucket, Scope scope, Subject subject) {
        try (Probe probe = probe(OBJECTS, Objects.access(server(), bucket.name(), server().verifier()))) {
            return look(probe, scope, subject);
        }
    }

    private static Sighting look(Probe probe, Scope scope, Subject subject) {
        return requireNonNull(
                probe.look(scope, List.of(Question.about(subject))).get(subject));
    }

    private long count(RawBucket bucket, Subject subject) {
        try (Surveyor surveyor = surveyor(bucket)) {
            return requireNonNull(surveyor.count(Objects.of(PATTERN), List.of(new Target("task", subject)))
                    .get("task"));
        }
    }

    private static Probe probe(StoreDeclaration store, StoreAccess access) {
        return new S3Connector(Clock.systemUTC()).probe(store, access);
    }

    private Surveyor surveyor(RawBucket bucket) {
        return new S3Connector(Clock.systemUTC())
                .surveyor(OBJECTS, Objects.access(server(), bucket.name(), server().verifier()));
    }

    private static Seen seen(long residue, long ungenerated, long later) {
        return new Seen(residue, ungenerated, later, io.expunge.store.Position.NONE);
    }
}
