package io.expunge.sandbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Writes the sample tenants' rows. The same tenants, size and seed give the same rows. */
final class SaasRows {
    private static final String CLOSED_AT = "2026-01-15T12:00:00Z";
    private static final List<String> STATUSES = List.of("open", "waiting", "solved");

    private final List<SampleTenant> tenants;
    private final long seed;
    private final Map<SaasTable, InterleavedIds> ids = new EnumMap<>(SaasTable.class);
    private final TicketParents parents;

    SaasRows(List<SampleTenant> tenants, SeedSize size, long seed) {
        this.tenants = tenants;
        this.seed = seed;
        for (SaasTable table : SaasTable.values()) {
            int[] counts = tenants.stream()
                    .mapToInt(tenant -> table.rowsOf(size.rows(tenant.part())))
                    .toArray();
            ids.put(table, new InterleavedIds(counts, random("ids of " + table.sqlName())));
        }
        parents = new TicketParents(ids(SaasTable.TICKETS), tenants.size(), random("parents"));
    }

    /** Each purpose draws from its own source, so that a change in one table leaves the others as they were. */
    private RandomGenerator random(String purpose) {
        return new SplittableRandom(seed * 1_000_003 + purpose.hashCode());
    }

    private InterleavedIds ids(SaasTable table) {
        InterleavedIds found = ids.get(table);
        if (found == null) {
            throw new IllegalStateException("no ids for " + table);
        }
        return found;
    }

    long count(int tenant) {
        return ids.values().stream().mapToLong(table -> table.of(tenant).length).sum();
    }

    void copyInto(Connection connection) throws SQLException {
        copyRegistry(connection);
        for (SaasTable table : SaasTable.values()) {
            copy(table, connection);
        }
    }

    private void copyRegistry(Connection connection) throws SQLException {
        try (CopyRows rows = new CopyRows(connection, "tenant_registry")) {
            for (SampleTenant tenant : tenants) {
                String state = tenant.closed() ? "CLOSED" : "OPEN";
                @Nullable String closedAt = tenant.closed() ? CLOSED_AT : null;
                rows.add(tenant.id(), tenant.slug(), tenant.generation(), state, closedAt, 0);
            }
            rows.finish();
        }
    }

    private void copy(SaasTable table, Connection connection) throws SQLException {
        RandomGenerator random = random("rows of " + table.sqlName());
        List<Phrases> phrases =
                tenants.stream().map(tenant -> new Phrases(tenant, random)).toList();
        InterleavedIds own = ids(table);
        try (CopyRows rows = new CopyRows(connection, table.sqlName())) {
            for (long id = 1; id <= own.size(); id++) {
                int owner = own.owner(id);
                rows.add(row(table, id, owner, phrases.get(owner), random));
            }
            rows.finish();
        }
    }

    private @Nullable Object[] row(SaasTable table, long id, int owner, Phrases say, RandomGenerator random) {
        SampleTenant tenant = tenants.get(owner);
        String name = tenant.id();
        int generation = tenant.generation();
        return switch (table) {
            case ACCOUNTS ->
                new Object[] {id, name, generation, say.company(id), say.email(id), say.country(), say.moment()};
            case USERS -> {
                @Nullable String phone = random.nextInt(3) == 0 ? null : say.phone();
                long account = ids(SaasTable.ACCOUNTS).any(owner, random);
                yield new @Nullable Object[] {
                    id, name, generation, account, say.fullName(), say.email(id), phone, say.moment()
                };
            }
            case PROJECTS -> {
                long account = ids(SaasTable.ACCOUNTS).any(owner, random);
                String settings = "{\"contact\": \"" + say.email(id) + "\", \"partner\": \"" + tenant.aside() + "\"}";
                yield new Object[] {id, name, generation, account, say.company(id), settings, say.moment()};
            }
            case TICKETS -> {
                long project = ids(SaasTable.PROJECTS).any(owner, random);
                long reporter = ids(SaasTable.USERS).any(owner, random);
                @Nullable Long parent = parents.of(id) == TicketParents.NONE ? null : parents.of(id);
                String status = STATUSES.get(random.nextInt(STATUSES.size()));
                yield new @Nullable Object[] {
                    id, name, generation, project, reporter, parent, say.trouble(), status, say.moment()
                };
            }
            case ATTACHMENTS -> {
                long ticket = ids(SaasTable.TICKETS).any(owner, random);
                String file = say.fullName() + " " + id + ".png";
                yield new Object[] {
                    id, name, generation, ticket, file, "image/png", 1_000 + random.nextInt(5_000_000), say.moment()
                };
            }
            case INVOICES -> {
                long account = ids(SaasTable.ACCOUNTS).any(owner, random);
                String amount = random.nextInt(9_000) + "." + (10 + random.nextInt(90));
                yield new Object[] {
                    id,
                    name,
                    generation,
                    account,
                    "R-" + id,
                    say.fullName(),
                    amount,
                    say.moment().atOffset(ZoneOffset.UTC).toLocalDate()
                };
            }
            case COMMENTS -> {
                long ticket = ids(SaasTable.TICKETS).any(owner, random);
                yield new Object[] {id, ticket, say.fullName(), say.answer(), say.moment()};
            }
        };
    }
}
