package io.expunge.store.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.expunge.store.Eraser;
import io.expunge.store.Limitation;
import io.expunge.store.Probe;
import io.expunge.store.Scope;
import io.expunge.store.StoreUnderTest;
import io.expunge.store.Surveyor;
import io.expunge.store.Tenants;
import io.expunge.tenant.TenantId;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A layout in a database of its own. */
final class PostgresUnderTest implements StoreUnderTest, AutoCloseable {

    private final Saas saas = new Saas();
    private final Layout layout;
    private final Eraser eraser = saas.connector.eraser(Saas.DECLARATION, saas.access("eraser"));
    private final Probe probe = saas.connector.probe(Saas.DECLARATION, saas.access("verifier"));
    private final Surveyor surveyor = saas.connector.surveyor(Saas.DECLARATION, saas.access("verifier"));

    PostgresUnderTest(Layout layout) {
        this.layout = layout;
        layout.create(saas);
    }

    void empty() {
        layout.empty(saas);
        saas.run("TRUNCATE tenant_registry");
    }

    @Override
    public Scope scope() {
        return layout.scope();
    }

    @Override
    public Set<Limitation> limitations() {
        return layout.limitations();
    }

    @Override
    public Eraser eraser() {
        return eraser;
    }

    @Override
    public Probe probe() {
        return probe;
    }

    @Override
    public Surveyor surveyor() {
        return surveyor;
    }

    @Override
    public Eraser unreachableEraser() {
        return saas.connector.eraser(Saas.DECLARATION, Saas.nowhere());
    }

    @Override
    public Probe unreachableProbe() {
        return saas.connector.probe(Saas.DECLARATION, Saas.nowhere());
    }

    @Override
    public Eraser powerlessEraser() {
        return saas.connector.eraser(Saas.DECLARATION, saas.access("powerless"));
    }

    @Override
    public Probe powerlessProbe() {
        return saas.connector.probe(Saas.DECLARATION, saas.access("powerless"));
    }

    @Override
    public String storedId(TenantId tenant) {
        return tenant.value();
    }

    @Override
    public void put(TenantId tenant, int generation, int items) {
        putItems(tenant, generation, items);
    }

    @Override
    public void putWithoutGeneration(TenantId tenant, int items) {
        putItems(tenant, null, items);
    }

    private void putItems(TenantId tenant, @Nullable Integer generation, int items) {
        for (int item = 0; item < items; item++) {
            TenantId named = Tenants.HOSTILE.get(item % Tenants.HOSTILE.size());
            layout.put(saas, tenant, generation, "for " + named.value() + ", see tenant_id=" + named.value());
        }
    }

    @Override
    public void changeOneByte(TenantId tenant) {
        List<String> key = saas.texts("SELECT key FROM (" + layout.rowsOf() + ") r LIMIT 1", utf8(tenant));
        String keyColumn = layout instanceof GrandchildTable ? "key" : "id";
        saas.change(
                "UPDATE " + layout.table() + " SET note = 'F' || substr(note, 2) WHERE CAST(" + keyColumn
                        + " AS text) = ?",
                key.get(0));
    }

    @Override
    public String digestOf(TenantId tenant) {
        MessageDigest digest = Saas.unchecked(() -> MessageDigest.getInstance("SHA-256"));
        saas.texts(
                        "SELECT CAST(key AS text) || chr(10) || note || chr(10) FROM (" + layout.rowsOf()
                                + ") r ORDER BY CAST(key AS text) COLLATE \"C\"",
                        utf8(tenant))
                .forEach(row -> digest.update(row.getBytes(UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public long countOf(TenantId tenant) {
        return saas.number("SELECT count(*) FROM (" + layout.rowsOf() + ") r", utf8(tenant));
    }

    @Override
    public void open(TenantId tenant, int generation) {
        saas.open(tenant, generation);
    }

    @Override
    public void close(TenantId tenant, int generation) {
        saas.close(tenant, generation);
    }

    private static byte[] utf8(TenantId tenant) {
        return tenant.value().getBytes(UTF_8);
    }

    @Override
    public void close() {
        eraser.close();
        probe.close();
        surveyor.close();
        saas.close();
    }
}
