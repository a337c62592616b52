package io.expunge.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The lines {@code KEY=VALUE} of {@code target/sandbox/env}, with which people and the product find the sandbox. */
public final class SandboxSettings {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+,=-]*");
    private static final int KEY_BYTES = 32;

    private final Map<String, String> values = new LinkedHashMap<>();

    private SandboxSettings() {}

    /** The settings of a running sandbox, for the product of this checkout. */
    public static SandboxSettings of(Sandbox sandbox, Path checkout, Path referenceKeyFile) {
        SandboxSettings settings = new SandboxSettings();
        settings.addServers(sandbox);
        settings.addControl(sandbox);
        settings.addIntake(sandbox);
        settings.addStores(sandbox);
        settings.put("EXPUNGE_REFERENCE_KEY_FILE", referenceKeyFile.toString());
        settings.put("EXPUNGE_CATALOG", checkout.resolve("jobs/catalog").toString());
        settings.put("EXPUNGE_JOBS", checkout.resolve("jobs").toString());
        return settings;
    }

    private void addServers(Sandbox sandbox) {
        put("SANDBOX_POSTGRES_HOST", sandbox.postgres().host());
        put("SANDBOX_POSTGRES_PORT", Integer.toString(sandbox.postgres().port()));
        put("SANDBOX_POSTGRES_DATABASE", SandboxDatabases.SAAS);
        put("SANDBOX_POSTGRES_USER", sandbox.postgres().superuser().user());
        put("SANDBOX_POSTGRES_PASSWORD", sandbox.postgres().superuser().password());
        put("SANDBOX_REDIS_HOST", sandbox.redis().host());
        put("SANDBOX_REDIS_PORT", Integer.toString(sandbox.redis().port()));
        put("SANDBOX_OPENSEARCH_URL", sandbox.search().url());
        put("SANDBOX_CONTROL_URL", sandbox.postgres().url(SandboxDatabases.CONTROL));
        put("SANDBOX_LARGE_TENANT", SampleTenants.LARGE);
        put("SANDBOX_SMALL_TENANTS", String.join(",", SampleTenants.SMALL));
    }

    private void addControl(Sandbox sandbox) {
        put("EXPUNGE_CONTROL_URL", sandbox.postgres().url(SandboxDatabases.CONTROL));
        put("EXPUNGE_CONTROL_OWNER", sandbox.login("expunge_owner"));
        put("EXPUNGE_CONTROL_ERASER", sandbox.login("expunge_eraser"));
        put("EXPUNGE_CONTROL_VERIFIER", sandbox.login("expunge_verifier"));
        put("EXPUNGE_CONTROL_COMPLIANCE", sandbox.login("expunge_compliance"));
        put("EXPUNGE_CONTROL_OPERATOR", sandbox.login("ann"));
        put("EXPUNGE_CONTROL_APPROVER", sandbox.login("ben"));
    }

    private void addIntake(Sandbox sandbox) {
        put("EXPUNGE_INTAKE_URL", sandbox.postgres().url(SandboxDatabases.SAAS));
        put("EXPUNGE_INTAKE_OWNER", sandbox.login("expunge_owner"));
        put("EXPUNGE_INTAKE_SUBMIT", sandbox.login("expunge_intake"));
        put("EXPUNGE_INTAKE_ERASER", sandbox.login("expunge_eraser"));
    }

    /** Named as in the sample catalog. */
    private void addStores(Sandbox sandbox) {
        put("EXPUNGE_STORE_MAIN_URL", sandbox.postgres().url(SandboxDatabases.SAAS));
        put("EXPUNGE_STORE_MAIN_ERASER", sandbox.login("saas_eraser"));
        put("EXPUNGE_STORE_MAIN_VERIFIER", sandbox.login("saas_verifier"));
        addObjects(sandbox.objects());
        put("EXPUNGE_STORE_SEARCH_URL", sandbox.search().url());
        put("EXPUNGE_STORE_SEARCH_USER", "");
        put("EXPUNGE_STORE_SEARCH_PASSWORD", "");
        put("EXPUNGE_STORE_CACHE_URL", sandbox.redis().url());
        put("EXPUNGE_STORE_CACHE_ERASER", sandbox.redis().eraser());
        put("EXPUNGE_STORE_CACHE_VERIFIER", sandbox.redis().verifier());
    }

    /** The same, with the objects on another server. */
    public SandboxSettings with(S3Server objects) {
        SandboxSettings settings = new SandboxSettings();
        settings.values.putAll(values);
        settings.addObjects(objects);
        return settings;
    }

    /** Named as in the sample catalog. */
    private void addObjects(S3Server server) {
        put("SANDBOX_S3_ENDPOINT", server.endpoint());
        put("SANDBOX_S3_REGION", S3Server.REGION);
        put("SANDBOX_S3_ACCESS_KEY", server.application().user());
        put("SANDBOX_S3_SECRET_KEY", server.application().password());
        put("SANDBOX_S3_BUCKET", S3Server.BUCKET);
        put("SANDBOX_S3_REPLICA_BUCKET", S3Server.REPLICA_BUCKET);
        addBucket("OBJECTS", server, S3Server.BUCKET);
        addBucket("OBJECTS_REPLICA", server, S3Server.REPLICA_BUCKET);
    }

    private void addBucket(String store, S3Server server, String bucket) {
        put("EXPUNGE_STORE_" + store + "_URL", server.url(bucket));
        put("EXPUNGE_STORE_" + store + "_ERASER", server.eraser());
        put("EXPUNGE_STORE_" + store + "_VERIFIER", server.verifier());
    }

    private void put(String key, String value) {
        values.put(key, value);
    }

    private void put(String prefix, Login login) {
        put(prefix + "_USER", login.user());
        put(prefix + "_PASSWORD", login.password());
    }

    /** Creates the keys under which the product writes references to tenants. */
    static void writeReferenceKey(Path file) throws IOException {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Folders.writeSecret(file, "sandbox=" + HexFormat.of().formatHex(key) + "\n");
    }

    /** Reads a file that {@link #write} wrote. */
    public static SandboxSettings read(Path file) throws IOException {
        SandboxSettings settings = new SandboxSettings();
        for (String line : Files.readAllLines(file)) {
            int equals = line.indexOf('=');
            settings.put(line.substring(0, equals), unquoted(line.substring(equals + 1)));
        }
        return settings;
    }

    /** Readers see the whole file or none. */
    void write(Path file) throws IOException {
        Folders.writeSecret(file, lines());
    }

    private String lines() {
        return values.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + quoted(setting.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    /** All values but a checkout's path are plain; a path with a space must survive the shell. */
    static String quoted(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    private static String unquoted(String value) {
        return value.startsWith("'") ? value.substring(1, value.length() - 1).replace("'\\''", "'") : value;
    }

    /** All settings, as a process of the product would find them in its environment. */
    public Map<String, String> asMap() {
        return Map.copyOf(values);
    }

    /**
     * One setting.
     *
     * @throws IllegalArgumentException if there is no such setting
     */
    public String get(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("no setting " + key);
        }
        return value;
    }
}
