package io.expunge.deletion;

import com.zaxxer.hikari.HikariDataSource;
import io.expunge.sandbox.Login;
import io.expunge.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A control database of one test's own; closing removes it. */
public final class ControlDatabase implements AutoCloseable {

    private static final int CONNECTIONS = 4;

    /** Who enters it. On H2 everybody is the same user. */
    public enum Role {
        SUPERUSER,
        OWNER,
        ERASER,
        VERIFIER,
        COMPLIANCE,
        INTAKE,
        OPERATOR,
        APPROVER;

        /** As sql/roles.sql names it. */
        public String roleName() {
            return "expunge_" + name().toLowerCase(java.util.Locale.ROOT);
        }

        Login login(Sandbox sandbox) {
            return switch (this) {
                case SUPERUSER -> sandbox.postgres().superuser();
                // Nobody logs in as an approver but a person.
                case APPROVER -> sandbox.login("ben");
                default -> sandbox.login(roleName());
            };
        }
    }

    private final Function<Role, DataSource> logins;
    private final Function<String, DataSource> people;
    private final Runnable removal;
    private final Map<Role, HikariDataSource> pools = new EnumMap<>(Role.class);

    ControlDatabase(Function<Role, DataSource> logins, Function<String, DataSource> people, Runnable removal) {
        this.logins = logins;
        this.people = people;
        this.removal = removal;
    }

    /** Each connection is a new one. */
    public DataSource unpooled(Role role) {
        return logins.apply(role);
    }

    /** As somebody with a login of their own, {@code ann} or {@code ben}; each connection is a new one. */
    public DataSource unpooled(String person) {
        return people.apply(person);
    }

    /** Pooled, as the product has it. */
    public synchronized DataSource as(Role role) {
        return pools.computeIfAbsent(role, this::pool);
    }

    private HikariDataSource pool(Role role) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(logins.apply(role));
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setMinimumIdle(0);
        return pool;
    }

    public JdbcClient client(Role role) {
        return JdbcClient.create(as(role));
    }

    public TransactionTemplate transaction(Role role) {
        return new TransactionTemplate(new JdbcTransactionManager(as(role)));
    }

    public TransactionTemplate newTransaction(Role role) {
        TransactionTemplate template = transaction(role);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return template;
    }

    /** Runs statements as the superuser with triggers and foreign keys switched off: what nobody but an attacker does. */
    public void tamper(String... statements) {
        execute(unpooled(Role.SUPERUSER), "SET session_replication_role = replica; " + String.join("; ", statements));
    }

    /** Runs statements of a test's own as the superuser, in one transaction. */
    public void execute(String... statements) {
        execute(unpooled(Role.SUPERUSER), String.join("; ", statements));
    }

    static void execute(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
        removal.run();
    }
}
