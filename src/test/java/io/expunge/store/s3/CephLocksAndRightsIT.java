package io.expunge.store.s3;

import static io.expunge.store.s3.ErasingObjects.pass;
import static io.expunge.store.s3.Objects.OBJECTS;
import static io.expunge.store.s3.Objects.PATTERN;
import static io.expunge.store.s3.Objects.subject;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.CephServer;
import io.expunge.sandbox.NeedsCeph;
import io.expunge.sandbox.SharedS3Servers;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Refusal;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Held;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.Subject;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ObjectLockLegalHoldStatus;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;

/** What a server that enforces locks and policies keeps, and what is told of it. */
@NeedsCeph
@DisplayNameGeneration(ReplaceUnderscores.class)
class CephLocksAndRightsIT {

    private static final Subject ACME = subject("acme", 1);

    private final CephServer server = SharedS3Servers.ceph();

    @Test
    void what_is_retained_stays_until_a_date_and_all_else_goes() {
        Instant until = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
        try (RawBucket bucket = RawBucket.of(server, true);
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/g1/a", "1");
            lock(bucket, "tenants/acme/g1/b", until);
            lock(bucket, "tenants/acme/g1/b", until.minusSeconds(60));
            bucket.mark("tenants/acme/g1/b");
            bucket.put("tenants/acme/g1/c", "1");
            bucket.put("tenants/acme/g1/c", "2");

            List<SliceOutcome> outcomes = pass(eraser, Objects.of(PATTERN), ACME, 1);

            assertThat(outcomes.stream().mapToLong(SliceOutcome::deletedItems).sum())
                    .isEqualTo(3);
            assertThat(outcomes.get(outcomes.size() - 1)).isEqualTo(new Held(Optional.of(until)));
            assertThat(bucket.items("tenants/acme/"))
                    .hasSize(3)
                    .allMatch(item -> item.key().endsWith("/b"))
                    .anyMatch(item -> item.marker() && item.latest());
            assertThat(residue(bucket)).isEqualTo(3);
        }
    }

    @Test
    void a_legal_hold_has_no_date_and_when_it_is_lifted_the_next_pass_takes_the_rest() {
        try (RawBucket bucket = RawBucket.of(server, true);
                Eraser eraser = eraser(bucket)) {
            for (String key : List.of("tenants/acme/g0/a", "tenants/acme/g1/a", "tenants/acme/g1/c")) {
                hold(bucket, bucket.put(key, "1"), key, ObjectLockLegalHoldStatus.ON);
            }
            bucket.put("tenants/acme/g1/b", "1");

            List<SliceOutcome> held = pass(eraser, Objects.of(PATTERN), ACME, 2);

            assertThat(held.get(held.size() - 1)).isEqualTo(new Held(Optional.empty()));
            List<RawBucket.Item> left = bucket.items("tenants/acme/");
            assertThat(left).hasSize(3);
            left.forEach(item -> hold(bucket, item.version(), item.key(), ObjectLockLegalHoldStatus.OFF));
            assertThat(ErasingObjects.deletedBy(eraser, Objects.of(PATTERN), ACME, 2))
                    .isEqualTo(3);
        }
    }

    @Test
    void many_that_stay_cost_a_pass_no_more_than_a_walk() {
        try (RawBucket bucket = RawBucket.of(server, true);
                Eraser eraser = eraser(bucket)) {
            for (int item = 0; item < 60; item++) {
                String key = "tenants/acme/g1/%03d".formatted(item);
                String version = bucket.put(key, "1");
                if (item % 2 == 0) {
                    hold(bucket, version, key, ObjectLockLegalHoldStatus.ON);
                }
            }

            List<SliceOutcome> outcomes = pass(eraser, Objects.of(PATTERN), ACME, 5);

            assertThat(outcomes).hasSizeLessThan(10);
            assertThat(outcomes.get(outcomes.size() - 1)).isEqualTo(new Held(Optional.empty()));
            assertThat(bucket.items("tenants/acme/")).hasSize(30);
        }
    }

    @Test
    void a_missing_right_over_single_keys_in_an_answer_of_success_is_a_refusal_and_the_others_go() {
        try (RawBucket bucket = RawBucket.versioned(server);
                Eraser eraser = eraser(bucket)) {
            bucket.put("tenants/acme/g1/a", "1");
            bucket.put("tenants/acme/g1/kept/b", "1");
            bucket.put("tenants/acme/g1/z", "1");
            forbid(bucket, "tenants/acme/g1/kept/*");

            List<SliceOutcome> outcomes = pass(eraser, Objects.of(PATTERN), ACME, 10);

            assertThat(outcomes.get(outcomes.size() - 1)).isEqualTo(new Refused(Refusal.DENIED, "AccessDenied"));
            assertThat(bucket.items("tenants/acme/"))
                    .singleElement()
                    .extracting(RawBucket.Item::key)
                    .isEqualTo("tenants/acme/g1/kept/b");
        }
    }

    /** Adds a statement to the policy that the sandbox gave the bucket. */
    private void forbid(RawBucket bucket, String keys) {
        String policy = bucket.client()
                .getBucketPolicy(request -> request.bucket(bucket.name()))
                .policy();
        String deny = """
                {
                  "Effect": "Deny",
                  "Principal": {"AWS": "arn:aws:iam:::user/%s"},
                  "Action": ["s3:DeleteObjectVersion", "s3:DeleteObject"],
                  "Resource": "arn:aws:s3:::%s/%s"
                },
                """.formatted(server.eraser().user(), bucket.name(), keys);
        String with = policy.replaceFirst("\"Statement\": *\\[", "\"Statement\": [" + deny);
        bucket.client().putBucketPolicy(request -> request.bucket(bucket.name()).policy(with));
    }

    private static void lock(RawBucket bucket, String key, Instant until) {
        bucket.client()
                .putObject(
                        request -> request.bucket(bucket.name())
                                .key(key)
                                .objectLockMode(ObjectLockMode.COMPLIANCE)
                                .objectLockRetainUntilDate(until),
                        RequestBody.fromString("locked"));
    }

    private static void hold(RawBucket bucket, String version, String key, ObjectLockLegalHoldStatus status) {
        bucket.client()
                .putObjectLegalHold(request -> request.bucket(bucket.name())
                        .key(key)
                        .versionId(version)
                        .legalHold(hold -> hold.status(status)));
    }

    private long residue(RawBucket bucket) {
        try (Probe probe = new S3Connector(Clock.systemUTC())
                .probe(OBJECTS, Objects.access(server, bucket.name(), server.verifier()))) {
            return ((Seen) requireNonNull(probe.look(Objects.of(PATTERN), List.of(Question.about(ACME)))
                            .get(ACME)))
                    .residue();
        }
    }

    private Eraser eraser(RawBucket bucket) {
        return new S3Connector(Clock.systemUTC())
                .eraser(OBJECTS, Objects.access(server, bucket.name(), server.eraser()));
    }
}
