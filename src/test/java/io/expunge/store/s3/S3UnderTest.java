package io.expunge.store.s3;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Location;
import io.expunge.catalog.Ownership.ObjectPrefix;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.sandbox.Login;
import io.expunge.sandbox.S3Server;
import io.expunge.store.Eraser;
import io.expunge.store.Limitation;
import io.expunge.store.Probe;
import io.expunge.store.Scope;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreUnderTest;
import io.expunge.store.Surveyor;
import io.expunge.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Percent-encoded ids in the prefixes of objects with versions and delete markers, each of which is an item; beside an
 * object that is nobody's. A bucket of its own for each test.
 */
final class S3UnderTest implements StoreUnderTest, AutoCloseable {

    private static final String UNRESERVED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.~";
    private static final String NOWHERE = "http://127.0.0.1:1/attachments?region=us-east-1";

    private final S3Connector connector = new S3Connector(Clock.systemUTC());
    private final S3Server server;
    private final Location location;
    private final StoreDeclaration store;
    private final RawBucket bucket;
    private final Eraser eraser;
    private final Probe probe;
    private final Surveyor surveyor;
    private int items;

    S3UnderTest(S3Server server, Location location) {
        this.server = server;
        this.location = location;
        this.store = location.equals(Objects.AT_HOME) ? Objects.OBJECTS : Objects.REPLICA;
        this.bucket = RawBucket.versioned(server);
        bucket.put("application/version", "acme");
        eraser = connector.eraser(store, access(server.eraser()));
        probe = connector.probe(store, access(server.verifier()));
        surveyor = connector.surveyor(store, access(server.verifier()));
    }

    private StoreAccess access(Login login) {
        return Objects.access(server, bucket.name(), login);
    }

    @Override
    public Scope scope() {
        return Objects.of(new ObjectPrefix(Objects.PATTERN), FenceKind.NAME, location);
    }

    @Override
    public Set<Limitation> limitations() {
        Set<Limitation> limitations = EnumSet.of(Limitation.READ_THE_REGISTRY);
        if (!server.checksRights()) {
            limitations.add(Limitation.CHECK_RIGHTS);
        }
        return limitations;
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
        return connector.eraser(store, new StoreAccess(NOWHERE, "key", "secret"));
    }

    @Override
    public Probe unreachableProbe() {
        return connector.probe(store, new StoreAccess(NOWHERE, "key", "secret"));
    }

    @Override
    public Eraser powerlessEraser() {
        return connector.eraser(store, access(server.stranger()));
    }

    @Override
    public Probe powerlessProbe() {
        return connector.probe(store, access(server.stranger()));
    }

    @Override
    public String storedId(TenantId tenant) {
        StringBuilder encoded = new StringBuilder();
        for (byte each : tenant.value().getBytes(StandardCharsets.UTF_8)) {
            boolean plain = UNRESERVED.indexOf(each) >= 0;
            encoded.append(plain ? String.valueOf((char) each) : "%%%02X".formatted(each));
        }
        return encoded.toString();
    }

    @Override
    public void put(TenantId tenant, int generation, int count) {
        putUnder(prefix(tenant) + "g" + generation + "/", count);
    }

    @Override
    public void putWithoutGeneration(TenantId tenant, int count) {
        putUnder(prefix(tenant) + "profile/", count);
    }

    /** An object, another version of it, a marker over both; then the next object. */
    private void putUnder(String prefix, int count) {
        for (int item = 0; item < count; item++) {
            String key = prefix + "item-" + (items - item % 3);
            if (item % 3 == 2) {
                bucket.mark(key);
            } else {
                bucket.put(key, "tenants/acme/g1/x of acme, acme2 and [acme] " + item);
            }
            items++;
        }
        items += 3;
    }

    @Override
    public void changeOneByte(TenantId tenant) {
        RawBucket.Item item = bucket.items(prefix(tenant)).stream()
                .filter(each -> !each.marker())
                .findFirst()
                .orElseThrow();
        byte[] content = bucket.content(item.key(), item.version());
        bucket.delete(item.key(), item.version());
        content[0]++;
        bucket.put(item.key(), new String(content, StandardCharsets.UTF_8));
    }

    @Override
    public String digestOf(TenantId tenant) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            bucket.items(prefix(tenant)).forEach(item -> {
                digest.update(item.bytes());
                if (!item.marker()) {
                    digest.update(bucket.content(item.key(), item.version()));
                }
            });
            return Arrays.toString(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public long countOf(TenantId tenant) {
        return bucket.items(prefix(tenant)).size();
    }

    private String prefix(TenantId tenant) {
        return "tenants/" + storedId(tenant) + "/";
    }

    @Override
    public void open(TenantId tenant, int generation) {
        // Whoever sends the slices reads the registry.
    }

    @Override
    public void close(TenantId tenant, int generation) {
        // Whoever sends the slices reads the registry.
    }

    @Override
    public void close() {
        eraser.close();
        probe.close();
        surveyor.close();
        bucket.close();
    }
}
