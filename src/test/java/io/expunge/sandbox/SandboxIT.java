package io.expunge.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import tools.jackson.databind.json.JsonMapper;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SandboxIT {
    private static final String DENIED = "42501";
    private static final String WRONG_PASSWORD = "28P01";
    private static final Sandbox SANDBOX = SharedServers.sandbox();

    @BeforeAll
    static void seed() throws SQLException {
        new Seed(SeedSize.SMALL, Seed.DEFAULT_NUMBER).fill(SANDBOX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "expunge_owner",
                "expunge_eraser",
                "expunge_verifier",
                "expunge_compliance",
                "expunge_intake",
                "expunge_operator",
                "ann",
                "ben",
                "saas_app",
                "saas_eraser",
                "saas_verifier"
            })
    void every_role_logs_in_with_its_password_and_not_without(String role) throws SQLException {
        Login login = SANDBOX.login(role);

        try (Connection connection = SANDBOX.postgres().connect("saas", login)) {
            assertThat(connection.isValid(1)).isTrue();
        }
        assertThatThrownBy(() -> SANDBOX.postgres().connect("saas", new Login(role, "")))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> SANDBOX.postgres().connect("expunge", new Login(role, "guess")))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo(WRONG_PASSWORD));
    }

    @Test
    void the_roles_script_can_be_run_again() throws SQLException {
        try (Connection connection = SANDBOX.postgres().connect("postgres")) {
            SqlScripts.run(connection, "/sql/roles.sql");
        }

        try (Connection connection = SANDBOX.postgres().connect("saas", SANDBOX.login("expunge_owner"))) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"expunge", "saas"})
    void only_the_owner_may_create_schemas(String database) throws SQLException {
        as("expunge_owner", database, "CREATE SCHEMA scratch", "DROP SCHEMA scratch");

        denied("expunge_eraser", database, "CREATE SCHEMA scratch");
        denied("saas_eraser", database, "CREATE SCHEMA scratch");
    }

    @Test
    void the_stores_eraser_may_erase_freeze_and_lock_and_nothing_else() throws SQLException {
        as(
                "saas_eraser",
                "saas",
                "SELECT 1 FROM tenant_registry WHERE tenant_id = 'acme' FOR SHARE",
                "UPDATE tenant_registry SET state = 'CLOSED', closed_at = closed_at WHERE tenant_id = 'acme'",
                "UPDATE tickets SET parent_id = NULL WHERE id = 0",
                "DELETE FROM comments WHERE id = 0",
                "DELETE FROM accounts WHERE id = 0");

        denied("saas_eraser", "saas", "UPDATE tenant_registry SET generation = 2");
        denied("saas_eraser", "saas", "DELETE FROM tenant_registry");
        denied("saas_eraser", "saas", "UPDATE users SET full_name = ''");
        denied("saas_eraser", "saas", "TRUNCATE comments");
    }

    @Test
    void the_stores_verifier_may_read_future_tables_too_and_write_none() throws SQLException {
        as("saas_app", "saas", "CREATE TABLE later (tenant_id text)");

        as("saas_verifier", "saas", "SELECT count(*) FROM later", "SELECT count(*) FROM comments");
        denied("saas_verifier", "saas", "DELETE FROM comments");
        denied("saas_verifier", "saas", "UPDATE tenant_registry SET fence_lock = 1");

        as("saas_app", "saas", "DROP TABLE later");
    }

    @Test
    void the_large_tenant_and_the_small_ones_are_closed_and_all_others_open() throws SQLException {
        try (Connection connection = SANDBOX.postgres().connect("saas");
                ResultSet tenants = connection
                        .createStatement()
                        .executeQuery(
                                "SELECT tenant_id, state, closed_at IS NOT NULL, generation FROM tenant_registry")) {
            int count = 0;
            while (tenants.next()) {
                String tenant = tenants.getString(1);
                boolean closed = tenant.equals(SampleTenants.LARGE) || SampleTenants.SMALL.contains(tenant);
                assertThat(tenants.getString(2)).isEqualTo(closed ? "CLOSED" : "OPEN");
                assertThat(tenants.getBoolean(3)).isEqualTo(closed);
                assertThat(tenants.getInt(4)).isEqualTo(1);
                count++;
            }
            assertThat(count).isEqualTo(1 + SampleTenants.SMALL.size() + SampleTenants.NEIGHBOURS.size() + 1);
        }
    }

    @Test
    void every_tenant_has_rows_in_every_table_and_keys_of_every_type() throws SQLException {
        for (SaasTable table : SaasTable.values()) {
            String owners = table == SaasTable.COMMENTS
                    ? "SELECT count(DISTINCT tenant_id) FROM comments c JOIN tickets t ON t.id = c.ticket_id"
                    : "SELECT count(DISTINCT tenant_id) FROM " + table.sqlName();
            assertThat(number(owners)).isEqualTo(SampleTenants.all().size());
        }
        withRedis(redis -> {
            for (SampleTenant tenant : SampleTenants.all()) {
                String prefix = tenant.keyPrefix();
                assertThat(redis.type(prefix + "session:6")).isEqualTo("string");
                assertThat(redis.type(prefix + "profile:7")).isEqualTo("hash");
                assertThat(redis.type(prefix + "recent:8")).isEqualTo("list");
                assertThat(redis.type(prefix + "watchers:9")).isEqualTo("set");
                assertThat(redis.type(prefix + "score:10")).isEqualTo("zset");
                assertThat(redis.ttl(prefix + "recent:8")).isPositive();
                assertThat(redis.ttl(prefix + "session:6")).isNegative();
            }
        });
    }

    @Test
    void every_tenant_has_objects_with_versions_and_markers_and_documents_with_a_generation() {
        SearchServer search = new SearchServer(SANDBOX.search().url());
        try (S3Client s3 = SANDBOX.stores().objects().client()) {
            for (SampleTenant tenant : SampleTenants.all()) {
                ListObjectVersionsResponse objects = s3.listObjectVersions(
                        request -> request.bucket(S3Server.BUCKET).prefix(tenant.objectPrefix()));
                assertThat(objects.versions()).anyMatch(version -> !version.isLatest());
                assertThat(objects.deleteMarkers()).isNotEmpty();
                assertThat(s3.listObjectVersions(request ->
                                        request.bucket(S3Server.REPLICA_BUCKET).prefix(tenant.objectPrefix()))
                                .versions())
                        .isNotEmpty();
                assertThat(search.count(
                                "tickets",
                                JsonMapper.shared().writeValueAsString(Map.of("term", Map.of("tenant", tenant.id())))))
                        .isGreaterThanOrEqualTo(10);
            }
        }
        assertThat(search.count("tickets", "{\"bool\":{\"must_not\":{\"term\":{\"generation\":1}}}}"))
                .isZero();
    }

    @Test
    void ids_interleave_and_tickets_hang_in_deep_chains_below_larger_and_smaller_ids() throws SQLException {
        assertThat(number(
                        "SELECT count(*) FROM users a JOIN users b ON b.id = a.id + 1 AND b.tenant_id <> a.tenant_id"))
                .isGreaterThan(10);
        assertThat(number("SELECT count(*) FROM tickets WHERE tenant_id = 'acme' AND parent_id > id"))
                .isGreaterThan(10);
        assertThat(number("SELECT count(*) FROM tickets WHERE tenant_id = 'acme' AND parent_id < id"))
                .isGreaterThan(10);
        assertThat(number("""
                WITH RECURSIVE chain AS (
                    SELECT id, 1 AS depth FROM tickets WHERE tenant_id = 'acme' AND parent_id IS NULL
                    UNION ALL
                    SELECT t.id, c.depth + 1 FROM tickets t JOIN chain c ON t.parent_id = c.id)
                SELECT max(depth) FROM chain
                """)).isGreaterThan(100);
        assertThat(number("SELECT count(*) FROM tickets c JOIN tickets p ON p.id = c.parent_id"
                        + " WHERE p.tenant_id <> c.tenant_id"))
                .isZero();
    }

    @Test
    void the_same_seed_gives_the_same_data_and_another_seed_other_data() throws SQLException {
        Digests first = Digests.read(SANDBOX);

        new Seed(SeedSize.SMALL, 43).fill(SANDBOX);
        Digests other = Digests.read(SANDBOX);
        seed();
        Digests again = Digests.read(SANDBOX);

        assertThat(again).isEqualTo(first);
        assertThat(other.byTenant().keySet()).isEqualTo(first.byTenant().keySet());
        assertThat(other.of("acme")).isNotEqualTo(first.of("acme"));
        assertThat(first.of("acme").rows()).isBetween(2_900L, 3_200L);
        assertThat(first.of("acme").keys()).isEqualTo(500);
        assertThat(first.of("acme").objects()).isEqualTo(SampleBuckets.items(100) + 100);
        assertThat(first.of("acme").documents()).isEqualTo(400);
    }

    @Test
    void one_byte_changed_in_a_row_changes_the_digest_of_its_owner_alone() throws SQLException {
        Digests before = Digests.read(SANDBOX);

        as(
                "saas_app",
                "saas",
                "UPDATE comments SET body = body || '.' WHERE ticket_id = "
                        + "(SELECT min(t.id) FROM tickets t JOIN comments c ON c.ticket_id = t.id WHERE tenant_id = 'ac_me')");
        Digests after = Digests.read(SANDBOX);
        seed();

        assertDiffersOnlyIn("ac_me", before, after);
    }

    @Test
    void one_byte_changed_in_a_value_or_in_a_time_to_live_changes_the_digest_of_its_owner_alone() throws SQLException {
        Digests before = Digests.read(SANDBOX);

        withRedis(redis -> redis.hset("t:acme%2A:g1:profile:7", Map.of("nothing", "nothinG")));
        Digests changedValue = Digests.read(SANDBOX);
        seed();
        withRedis(redis -> redis.persist("t:%5Bacme%5D:g1:recent:8"));
        Digests changedTimeToLive = Digests.read(SANDBOX);
        seed();

        assertDiffersOnlyIn("acme*", before, changedValue);
        assertDiffersOnlyIn("[acme]", before, changedTimeToLive);
    }

    @Test
    void one_byte_changed_in_an_object_or_a_version_more_or_less_changes_the_digest_of_its_owner_alone()
            throws SQLException {
        Digests before = Digests.read(SANDBOX);
        try (S3Client s3 = SANDBOX.stores().objects().client()) {
            String key = "tenants/acme%2A/g1/new";
            put(s3, S3Server.BUCKET, key, "one");
            Digests written = Digests.read(SANDBOX);
            String first = s3.headObject(
                            request -> request.bucket(S3Server.BUCKET).key(key))
                    .versionId();
            put(s3, S3Server.BUCKET, key, "onE");
            s3.deleteObject(request -> request.bucket(S3Server.BUCKET).key(key).versionId(first));
            Digests changed = Digests.read(SANDBOX);
            s3.deleteObject(request -> request.bucket(S3Server.BUCKET).key(key));
            Digests marked = Digests.read(SANDBOX);
            seed();
            put(s3, S3Server.REPLICA_BUCKET, "tenants/acme2/g1/new", "one");
            Digests copied = Digests.read(SANDBOX);
            seed();

            assertDiffersOnlyIn("acme*", before, written);
            assertDiffersOnlyIn("acme*", written, changed);
            assertDiffersOnlyIn("acme*", changed, marked);
            assertDiffersOnlyIn("acme2", before, copied);
        }
    }

    private static void put(S3Client s3, String bucket, String key, String content) {
        s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(content));
    }

    @Test
    void one_field_changed_in_a_document_changes_the_digest_of_its_owner_alone() throws SQLException {
        Digests before = Digests.read(SANDBOX);

        new SearchServer(SANDBOX.search().url())
                .send("POST", "/tickets/_update/acme%252A-3", "{\"doc\":{\"mentions\":\"nothinG\"}}");
        Digests changed = Digests.read(SANDBOX);
        seed();

        assertDiffersOnlyIn("acme*", before, changed);
    }

    private static void assertDiffersOnlyIn(String tenant, Digests before, Digests after) {
        assertThat(after.byTenant().keySet()).isEqualTo(before.byTenant().keySet());
        before.byTenant().forEach((id, digest) -> {
            if (id.equals(tenant)) {
                assertThat(after.of(id).sha256()).isNotEqualTo(digest.sha256());
            } else {
                assertThat(after.of(id)).isEqualTo(digest);
            }
        });
    }

    private static void as(String role, String database, String... statements) throws SQLException {
        try (Connection connection = SANDBOX.postgres().connect(database, SANDBOX.login(role))) {
            for (String statement : statements) {
                connection.createStatement().execute(statement);
            }
        }
    }

    private static void denied(String role, String database, String statement) {
        assertThatThrownBy(() -> as(role, database, statement))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo(DENIED));
    }

    private static long number(String query) throws SQLException {
        try (Connection connection = SANDBOX.postgres().connect("saas");
                ResultSet result = connection.createStatement().executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    private static void withRedis(Consumer<RedisCommands<String, String>> use) {
        try (RedisClient client = RedisClient.create(SANDBOX.redis().url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            use.accept(connection.sync());
        }
    }
}
