package io.expunge.cli;

import io.expunge.store.StoreAccess;
import io.expunge.tenant.ReferenceKeys;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Where things are and how to log in, from the environment. Nothing is asked for before it is needed: who only submits needs
 * no eraser's password.
 *
 * <table>
 * <caption>Variables</caption>
 * <tr><td>{@code EXPUNGE_CONTROL_URL}</td><td>JDBC address of the control database</td></tr>
 * <tr><td>{@code EXPUNGE_CONTROL_USER}, {@code _PASSWORD}</td><td>login for every purpose that has none of its own</td></tr>
 * <tr><td>{@code EXPUNGE_CONTROL_}{@link ControlRole ROLE}{@code _USER}, {@code _PASSWORD}</td><td>that role's login</td></tr>
 * <tr><td>{@code EXPUNGE_INTAKE_URL}</td><td>JDBC address of the application's database, which holds the requests</td></tr>
 * <tr><td>{@code EXPUNGE_INTAKE_USER}, {@code _PASSWORD}</td><td>as above</td></tr>
 * <tr><td>{@code EXPUNGE_INTAKE_}{@link IntakeRole ROLE}{@code _USER}, {@code _PASSWORD}</td><td>as above</td></tr>
 * <tr><td>{@code EXPUNGE_STORE_}<i>NAME</i>{@code _URL}</td><td>where the catalog's store of that name is; the name in upper
 * case, with {@code _} for {@code -}</td></tr>
 * <tr><td>{@code EXPUNGE_STORE_}<i>NAME</i>{@code _USER}, {@code _PASSWORD}</td><td>login for both purposes</td></tr>
 * <tr><td>{@code EXPUNGE_STORE_}<i>NAME</i>{@code _ERASER_USER}, {@code _ERASER_PASSWORD}, {@code _VERIFIER_USER},
 * {@code _VERIFIER_PASSWORD}</td><td>one login for each purpose: what verifies should not be able to erase</td></tr>
 * <tr><td>{@code EXPUNGE_REFERENCE_KEY_FILE}</td><td>file of the keys under which tenants are referred to</td></tr>
 * <tr><td>{@code EXPUNGE_NOTIFY_WEBHOOK_URL}, {@code _SECRET}</td><td>where notifications are posted, and what signs
 * them; a {@code _SECRET_FILE} may hold it</td></tr>
 * <tr><td>{@code EXPUNGE_NOTIFY_SMTP_URL}, {@code _FROM}, {@code _USER}, {@code _PASSWORD}</td><td>mail server over which people
 * with an address in {@code notify.yaml} are told</td></tr>
 * <tr><td>{@code EXPUNGE_HOME}</td><td>folder in which the two below are looked for; the working directory if not
 * set</td></tr>
 * <tr><td>{@code EXPUNGE_JOBS}</td><td>folder of the jobs' settings; {@code jobs} if not set</td></tr>
 * <tr><td>{@code EXPUNGE_CATALOG}</td><td>folder of the catalog; {@code jobs/catalog} if not set</td></tr>
 * </table>
 *
 * <p>Instead of any {@code …_PASSWORD} there may be a {@code …_PASSWORD_FILE}, which names a file that holds it, such as a
 * mounted secret. Where a server asks for none, a password may be set to
 * nothing, and of a store the user as well.
 */
public final class Settings {

    private static final String CONTROL = "EXPUNGE_CONTROL";
    private static final String INTAKE = "EXPUNGE_INTAKE";
    private static final String TO_ERASE = "ERASER";
    private static final String TO_VERIFY = "VERIFIER";
    private static final String REFERENCE_KEY_FILE = "EXPUNGE_REFERENCE_KEY_FILE";
    private static final String HOME = "EXPUNGE_HOME";
    private static final String JOBS = "EXPUNGE_JOBS";
    private static final String CATALOG = "EXPUNGE_CATALOG";
    private static final String DEBUG = "EXPUNGE_DEBUG";
    private static final String DATABASE_URL = ", such as jdbc:postgresql://host:5432/name?sslmode=verify-full";

    private final Environment environment;

    public Settings(Map<String, String> environment) {
        this.environment = new Environment(environment);
    }

    /** What somebody does in the control database. */
    public enum ControlRole {
        OWNER,
        ERASER,
        VERIFIER,
        COMPLIANCE,
        /** Who acts on jobs: a person's own login, so that the trail names the person. */
        OPERATOR,
        /** Who approves what another asked for: always a person's own login. */
        APPROVER
    }

    /** What somebody does in the application's database. */
    public enum IntakeRole {
        OWNER,
        SUBMIT,
        ERASER
    }

    public DatabaseLogin control(ControlRole role) {
        return database("the control database", CONTROL, role.name());
    }

    public DatabaseLogin intake(IntakeRole role) {
        return database("the application's database", INTAKE, role.name());
    }

    /** Where a catalogued store is, with the login that may delete. */
    public StoreAccess eraserOf(String store) {
        return store(store, TO_ERASE);
    }

    /** Where a catalogued store is, with the login that only looks. */
    public StoreAccess verifierOf(String store) {
        return store(store, TO_VERIFY);
    }

    /** @throws io.expunge.tenant.InvalidKeyFile if the file can't be used */
    public ReferenceKeys referenceKeys() {
        return ReferenceKeys.read(Path.of(environment.required(
                REFERENCE_KEY_FILE, "the file of lines name=hex with the keys under which tenants are referred to")));
    }

    /** The keys where they are set, for what is only better with them. */
    public Optional<ReferenceKeys> referenceKeysIfSet() {
        return environment.optional(REFERENCE_KEY_FILE).map(Path::of).map(ReferenceKeys::read);
    }

    /** The folder of the catalog. */
    public Path catalog() {
        return environment
                .optional(CATALOG)
                .map(Path::of)
                .orElseGet(() -> home().resolve("jobs").resolve("catalog"));
    }

    /** The file of the erasure job's settings; need not exist. */
    public Path erasureSettings() {
        return jobs().resolve("erasure.yaml");
    }

    /** The file of the verification job's settings; need not exist. */
    public Path verificationSettings() {
        return jobs().resolve("verification.yaml");
    }

    /** The file of people's addresses; need not exist. */
    public Path notifySettings() {
        return jobs().resolve("notify.yaml");
    }

    Environment environment() {
        return environment;
    }

    /** Whether somebody wants to see where an unexpected failure came from. */
    public boolean debug() {
        return environment.optional(DEBUG).filter("1"::equals).isPresent();
    }

    /**
     * Every variable that is read somewhere. One that is spelt like ours and is not among them has no effect.
     *
     * @param stores the names of the catalog's stores
     */
    public static Set<String> variables(Collection<String> stores) {
        Set<String> names = new TreeSet<>(Set.of(REFERENCE_KEY_FILE, HOME, JOBS, CATALOG, DEBUG));
        names.addAll(Channels.variables());
        names.addAll(variables(CONTROL, Stream.of(ControlRole.values())));
        names.addAll(variables(INTAKE, Stream.of(IntakeRole.values())));
        stores.forEach(store -> names.addAll(variables(prefixOf(store), Stream.of(TO_ERASE, TO_VERIFY))));
        return names;
    }

    private static Set<String> variables(String prefix, Stream<?> purposes) {
        Set<String> names = new TreeSet<>(Set.of(prefix + "_URL"));
        Stream.concat(Stream.of(prefix), purposes.map(purpose -> prefix + "_" + purpose))
                .forEach(login -> names.addAll(Environment.variablesOf(login)));
        return names;
    }

    private Path jobs() {
        return environment.optional(JOBS).map(Path::of).orElseGet(() -> home().resolve("jobs"));
    }

    private Path home() {
        return Path.of(environment.optional(HOME).orElse(""));
    }

    private DatabaseLogin database(String name, String prefix, String role) {
        String url = environment.required(prefix + "_URL", "where " + name + " is" + DATABASE_URL);
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new UsageException(prefix + "_URL is not the address of a PostgreSQL database: expected where " + name
                    + " is" + DATABASE_URL);
        }
        Environment.Credentials login = environment.credentials(prefix, role, name);
        return new DatabaseLogin(name, url, login.user(), login.password());
    }

    private StoreAccess store(String store, String purpose) {
        String prefix = prefixOf(store);
        String name = "the catalog's store " + store;
        String url = environment.required(
                prefix + "_URL",
                "where " + name + " is (jdbc:postgresql://host:5432/name, s3://bucket?region=eu-central-1 or"
                        + " https://host/bucket, https://host:9200, redis://host:6379/0)");
        Environment.Credentials login = environment.credentialsOrNone(prefix, purpose, name);
        return new StoreAccess(url, login.user(), login.password());
    }

    private static String prefixOf(String store) {
        return "EXPUNGE_STORE_" + store.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
