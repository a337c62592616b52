package io.expunge.store.postgresql;

import static io.expunge.store.postgresql.TableName.quoted;

import io.expunge.store.Refusal;
import io.expunge.store.TenantRegistry;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tenant registry in a table of the application's. */
final class PostgresRegistry implements TenantRegistry {

    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(10);

    private final String store;
    private final PinnedIdentity identity;
    private final Database database;
    private final RegistryTable registry;
    private final List<String> attributes;
    private final Tables tables = new Tables();

    PostgresRegistry(String store, PinnedIdentity identity, Database database, RegistryTable registry) {
        this.store = store;
        this.identity = identity;
        this.database = database;
        this.registry = registry;
        this.attributes = registry.attributes().stream().sorted().toList();
    }

    @Override
    public Map<TenantId, Entry> look(Collection<TenantId> tenants) {
        return tenants.isEmpty() ? Map.of() : ask(session -> entries(session, tenants));
    }

    @Override
    public Map<TenantId, Entry> freeze(TenantId tenant, int generation) {
        return ask(session -> {
            if (idColumn(session).canHold(tenant.value())) {
                session.change(close(tenant, generation));
            }
            return entries(session, List.of(tenant));
        });
    }

    /** A row without a generation is left out: nothing could be fenced by it. */
    private Map<TenantId, Entry> entries(Session session, Collection<TenantId> tenants) throws SQLException, Failed {
        IdColumn column = idColumn(session);
        List<String> ids =
                tenants.stream().map(TenantId::value).filter(column::canHold).toList();
        Map<TenantId, Entry> entries = new HashMap<>();
        for (Optional<Found> found : session.rows(select(ids), this::found)) {
            if (found.isPresent()
                    && entries.put(found.get().tenant(), found.get().entry()) != null) {
                throw Failure.configuration("registry-ambiguous");
            }
        }
        return entries;
    }

    private IdColumn idColumn(Session session) throws SQLException, Failed {
        return IdColumn.of(tables.look(session, TableName.of(registry.table())).column(registry.tenantColumn()));
    }

    private Sql select(List<String> ids) {
        List<String> columns = new ArrayList<>();
        columns.add("CAST(r." + quoted(registry.tenantColumn()) + " AS text)");
        columns.add("CAST(r." + quoted(registry.generationColumn()) + " AS integer)");
        columns.add("CAST(r." + quoted(registry.stateColumn()) + " AS text)");
        attributes.forEach(attribute -> columns.add("CAST(r." + quoted(attribute) + " AS text)"));
        return Sql.of(
                "SELECT " + String.join(", ", columns) + " FROM "
                        + TableName.of(registry.table()).quoted() + " AS r WHERE r." + quoted(registry.tenantColumn())
                        + " = ANY(?)",
                ids);
    }

    private Sql close(TenantId tenant, int generation) {
        String closedAt = registry.closedAtColumn()
                .map(column -> ", " + quoted(column) + " = CURRENT_TIMESTAMP")
                .orElse("");
        return Sql.of(
                "UPDATE %s SET %s = ?%s WHERE %s = ? AND %s = ? AND %s = ?"
                        .formatted(
                                TableName.of(registry.table()).quoted(),
                                quoted(registry.stateColumn()),
                                closedAt,
                                quoted(registry.tenantColumn()),
                                quoted(registry.generationColumn()),
                                quoted(registry.stateColumn())),
                registry.closedState(),
                tenant.value(),
                generation,
                registry.openState());
    }

    private Optional<Found> found(ResultSet row) throws SQLException {
        int generation = row.getInt(2);
        if (row.wasNull()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < attributes.size(); i++) {
            @Nullable String value = row.getString(4 + i);
            if (value != null) {
                values.put(attributes.get(i), value);
            }
        }
        boolean closed = registry.closedState().equals(row.getString(3));
        return Optional.of(new Found(new TenantId(row.getString(1)), new Entry(generation, closed, values)));
    }

    private <T> T ask(Database.Work<T> question) {
        try {
            return database.transaction(Deadline.in(LONGEST_QUESTION), session -> {
                // A copy may have as closed what lives by now.
                identity.require(session);
                return question.in(session);
            });
        } catch (Failed failed) {
            Optional<Refusal> refusal = failed.failure().refusal();
            if (refusal.isPresent()) {
                throw new RegistryRefused(refusal.get(), failed.failure().code());
            }
            throw failed.failure().exception(store);
        }
    }

    @Override
    public void close() {
        database.close();
    }

    private record Found(TenantId tenant, Entry entry) {}
}
