package io.expunge.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** SQL files of the class path. */
final class SqlScripts {
    private SqlScripts() {}

    static void run(Connection connection, String resource) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(read(resource));
        }
    }

    private static String read(String resource) {
        try (InputStream script = SqlScripts.class.getResourceAsStream(resource)) {
            if (script == null) {
                throw new IllegalArgumentException("no resource " + resource);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
