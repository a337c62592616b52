package io.expunge.faults;

import io.expunge.faults.ControlPoints.Statement;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The control database's connections, which break where the plan says so: at a statement, before a commit, or behind it. */
final class FaultyDataSource extends DelegatingDataSource {

    private static final String CONNECTION_FAILURE = "08006";

    private final ControlPoints points;

    FaultyDataSource(DataSource target, ControlPoints points) {
        super(target);
        this.points = points;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return proxy(Connection.class, new BreakingConnection(super.getConnection()));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(FaultyDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object passOn(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause() == null ? failed : failed.getCause();
        }
    }

    private final class BreakingConnection implements InvocationHandler {

        private final Connection connection;
        private Optional<Fault> atCommit = Optional.empty();

        BreakingConnection(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            switch (method.getName()) {
                case "commit" -> {
                    commit();
                    return null;
                }
                case "rollback", "close", "abort" -> atCommit = Optional.empty();
                case "prepareStatement" -> {
                    Object made = passOn(connection, method, arguments);
                    String sql = arguments == null ? "" : String.valueOf(arguments[0]);
                    return proxy(PreparedStatement.class, new BreakingStatement(this, (PreparedStatement) made, sql));
                }
                default -> {
                    // Nothing fails there.
                }
            }
            return passOn(connection, method, arguments);
        }

        private void commit() throws SQLException {
            Optional<Fault> fault = atCommit.filter(Fault::fire);
            atCommit = Optional.empty();
            if (fault.isEmpty()) {
                connection.commit();
                return;
            }
            if (fault.get().ruin() == Ruin.COMMIT_ANSWER_LOST) {
                connection.commit();
            }
            throw broken();
        }

        /** Something is about to be sent to the database. */
        void meet(Statement statement) throws SQLException {
            Optional<Fault> fault = points.waitingAt(statement);
            if (fault.isEmpty()) {
                return;
            }
            if (fault.get().ruin() != Ruin.STATEMENT_FAILS) {
                atCommit = fault;
            } else if (fault.get().fire()) {
                throw broken();
            }
        }

        private SQLException broken() throws SQLException {
            connection.abort(Runnable::run);
            return new SQLException("the connection broke", CONNECTION_FAILURE);
        }
    }

    private static final class BreakingStatement implements InvocationHandler {

        private final BreakingConnection connection;
        private final @Nullable PreparedStatement statement;
        private final String sql;
        private final TreeMap<Integer, String> parameters = new TreeMap<>();

        BreakingStatement(BreakingConnection connection, @Nullable PreparedStatement statement, String sql) {
            this.connection = connection;
            this.statement = statement;
            this.sql = sql;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (method.getName().startsWith("set")
                    && arguments != null
                    && arguments.length >= 2
                    && arguments[0] instanceof Integer index) {
                parameters.put(index, String.valueOf(arguments[1]));
            } else if (method.getName().startsWith("execute")) {
                connection.meet(new Statement(sql, new ArrayList<>(parameters.values())));
            }
            return statement == null ? null : passOn(statement, method, arguments);
        }
    }
}
