package io.expunge.store.redis;

import io.expunge.sandbox.Login;
import io.expunge.sandbox.RedisServer;
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
import java.util.List;
import java.util.Set;

/** Percent-encoded ids in keys of three types, beside a key that is no text and one that is nobody's. */
final class RedisUnderTest implements StoreUnderTest, AutoCloseable {

    private static final String UNRESERVED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.~";
    private static final String NOWHERE = "redis://127.0.0.1:1/0";

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());
    private final RedisServer server;
    private final RawRedis raw;
    private final Eraser eraser;
    private final Probe probe;
    private final Surveyor surveyor;
    private int items;

    RedisUnderTest(RedisServer server) {
        this.server = server;
        this.raw = new RawRedis(server);
        raw.call("FLUSHALL");
        raw.call("SET", new byte[] {'t', ':', (byte) 0xff, 0, ':', 'g', '1', ':'}, "binary");
        raw.call("SET", "application:version", "acme");
        raw.call("ACL", "SETUSER", "powerless", "on", ">secret", "~*", "+@all", "-unlink", "-scan");
        eraser = connector.eraser(Scopes.CACHE, access(server, server.eraser()));
        probe = connector.probe(Scopes.CACHE, access(server, server.verifier()));
        surveyor = connector.surveyor(Scopes.CACHE, access(server, server.verifier()));
    }

    static StoreAccess access(RedisServer server, Login login) {
        return new StoreAccess(server.url(), login.user(), login.password());
    }

    @Override
    public Scope scope() {
        return Scopes.of(Scopes.PATTERN);
    }

    @Override
    public Set<Limitation> limitations() {
        return EnumSet.of(Limitation.READ_THE_REGISTRY);
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
        return connector.eraser(Scopes.CACHE, new StoreAccess(NOWHERE, "", ""));
    }

    @Override
    public Probe unreachableProbe() {
        return connector.probe(Scopes.CACHE, new StoreAccess(NOWHERE, "", ""));
    }

    @Override
    public Eraser powerlessEraser() {
        return connector.eraser(Scopes.CACHE, new StoreAccess(server.url(), "powerless", "secret"));
    }

    @Override
    public Probe powerlessProbe() {
        return connector.probe(Scopes.CACHE, new StoreAccess(server.url(), "powerless", "secret"));
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
        putUnder(prefix(tenant) + "g" + generation + ":", count);
    }

    @Override
    public void putWithoutGeneration(TenantId tenant, int count) {
        putUnder(prefix(tenant) + "profile:", count);
    }

    private void putUnder(String prefix, int count) {
        for (int item = 0; item < count; item++) {
            String key = prefix + "item:" + items++;
            switch (item % 3) {
                case 0 -> raw.call("SET", key, "t:acme:g1:x of acme, acme2 and [acme] " + item);
                case 1 -> raw.call("HSET", key, "tenant", "acme", "item", item);
                default -> raw.call("RPUSH", key, "acme", item);
            }
        }
    }

    @Override
    public void changeOneByte(TenantId tenant) {
        byte[] key = keysOf(tenant).stream()
                .filter(each -> raw.text("TYPE", each).equals("string"))
                .findFirst()
                .orElseThrow();
        raw.call("SETRANGE", key, 0, "T");
    }

    @Override
    public String digestOf(TenantId tenant) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            keysOf(tenant).stream().sorted(Arrays::compare).forEach(key -> {
                digest.update(key);
                digest.update((byte[]) raw.call("DUMP", key));
            });
            return Arrays.toString(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public long countOf(TenantId tenant) {
        return keysOf(tenant).size();
    }

    private List<byte[]> keysOf(TenantId tenant) {
        byte[] prefix = prefix(tenant).getBytes(StandardCharsets.UTF_8);
        return raw.keys().stream()
                .filter(key ->
                        key.length >= prefix.length && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length))
                .toList();
    }

    private String prefix(TenantId tenant) {
        return "t:" + storedId(tenant) + ":";
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
        raw.close();
    }
}
