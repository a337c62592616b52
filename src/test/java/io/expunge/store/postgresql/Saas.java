package io.expunge.store.postgresql;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Disposition;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.IdForm;
import io.expunge.catalog.Limits;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Resource;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.catalog.VerifyPolicy;
import io.expunge.sandbox.Login;
import io.expunge.sandbox.PostgresServer;
import io.expunge.sandbox.SharedServers;
import io.expunge.store.Scope;
import io.expunge.store.StoreAccess;
import io.expunge.store.Tenants;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An application's database of its own for a test: a tenant registry, and logins for erasing, for verifying, and for
 * nothing. Tables are the test's own affair.
 */
final class Saas implements AutoCloseable {

    static final String STORE = "main";
    static final String REGISTRY = "public.tenant_registry";
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    static final StoreDeclaration DECLARATION = new StoreDeclaration(STORE, ResourceType.POSTGRESQL, Optional.empty());

    private static final Duration SHORT = Duration.ofSeconds(3);

    final PostgresServer server = SharedServers.postgres();
    final String database = SharedServers.newDatabase();
    final PostgresConnector connector = new PostgresConnector(CLOCK, SHORT);
    private final Connection connection = unchecked(() -> server.connect(database));

    Saas() {
        for (String role : List.of("eraser", "verifier", "powerless")) {
            run("CREATE ROLE %s_%s LOGIN PASSWORD 'secret'".formatted(role, database));
        }
        run("""
                CREATE TABLE public.tenant_registry (
                    tenant_id text PRIMARY KEY,
                    slug text,
                    generation int,
                    state text NOT NULL,
                    closed_at timestamptz,
                    fence_lock smallint NOT NULL DEFAULT 0)
                """, grant("SELECT, UPDATE (fence_lock)", REGISTRY, "eraser"), grant("SELECT", REGISTRY, "verifier"));
    }

    /** Lets the eraser and the verifier do with a table what they need to. */
    void grantUsual(String table) {
        run(grant("SELECT, DELETE", table, "eraser"), grant("SELECT", table, "verifier"));
    }

    String grant(String what, String table, String role) {
        return "GRANT %s ON %s TO %s_%s".formatted(what, table, role, database);
    }

    StoreAccess access(String role) {
        return new StoreAccess(server.url(database), role + "_" + database, "secret");
    }

    StoreAccess superuser() {
        Login login = server.superuser();
        return new StoreAccess(server.url(database), login.user(), login.password());
    }

    /** Port 1 is nobody's. */
    static StoreAccess nowhere() {
        return new StoreAccess("jdbc:postgresql://127.0.0.1:1/nowhere", "nobody", "secret");
    }

    void open(TenantId tenant, int generation) {
        register(tenant, generation, "open");
    }

    void close(TenantId tenant, int generation) {
        register(tenant, generation, "closed");
    }

    private void register(TenantId tenant, int generation, String state) {
        change("""
                INSERT INTO tenant_registry (tenant_id, generation, state) VALUES (?, ?, ?)
                ON CONFLICT (tenant_id) DO UPDATE SET generation = excluded.generation, state = excluded.state
                """, tenant.value(), generation, state);
    }

    /** Statements without values, each committed. */
    void run(String... statements) {
        for (String statement : statements) {
            change(statement);
        }
    }

    int change(String sql, @Nullable Object... values) {
        return unchecked(() -> {
            try (PreparedStatement statement = prepare(connection, sql, values)) {
                return statement.executeUpdate();
            }
        });
    }

    long number(String sql, @Nullable Object... values) {
        return Long.parseLong(texts(sql, values).get(0));
    }

    /** The first column of the answer. */
    List<String> texts(String sql, @Nullable Object... values) {
        return unchecked(() -> {
            try (PreparedStatement statement = prepare(connection, sql, values);
                    ResultSet rows = statement.executeQuery()) {
                List<String> texts = new ArrayList<>();
                while (rows.next()) {
                    texts.add(String.valueOf(rows.getString(1)));
                }
                return texts;
            }
        });
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    static <T> T unchecked(Callable<T> work) {
        try {
            return work.call();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        unchecked(() -> {
            connection.close();
            return true;
        });
    }

    static RegistryTable registryTable(String store) {
        return new RegistryTable(
                store,
                REGISTRY,
                "tenant_id",
                "generation",
                "state",
                "open",
                "closed",
                Optional.of("closed_at"),
                "fence_lock",
                Set.of("slug"));
    }

    static Catalog catalog(RegistryTable registry, List<NotTenantData> notTenantData, Resource... resources) {
        return new Catalog(
                "test",
                Duration.ZERO,
                Duration.ofDays(30),
                OnReopen.STOP,
                Tenants.CONTROL,
                Set.of(),
                registry,
                Map.of(STORE, DECLARATION),
                notTenantData,
                Arrays.asList(resources));
    }

    static Resource resource(String id, Ownership ownership, FenceKind fence) {
        return new Resource(
                id,
                STORE,
                ResourceType.POSTGRESQL,
                ownership,
                new IdForm.Verbatim(),
                List.of(),
                List.of(),
                Disposition.ERASE,
                fence,
                new VerifyPolicy(Duration.ZERO),
                List.of(new Location(Location.PRIMARY, STORE)),
                true,
                "team-data",
                new Limits(1_000));
    }

    /** The first of the resources at its primary location; the others are its parents or children. */
    static Scope scope(Resource resource, Resource... others) {
        return scope(registryTable(STORE), resource, others);
    }

    static Scope scope(RegistryTable registry, Resource resource, Resource... others) {
        Resource[] all = Stream.concat(Stream.of(resource), Stream.of(others)).toArray(Resource[]::new);
        return new Scope(
                catalog(registry, List.of(), all),
                resource,
                resource.locations().get(0));
    }
}
