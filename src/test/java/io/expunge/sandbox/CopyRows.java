package io.expunge.sandbox;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Streams rows into a table by {@code COPY}, in its text format. */
final class CopyRows implements AutoCloseable {
    private static final int BUFFER_CHARACTERS = 1 << 16;

    private final StringBuilder buffer = new StringBuilder(BUFFER_CHARACTERS + 1024);
    private final CopyIn copy;

    CopyRows(Connection connection, String table) throws SQLException {
        copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + table + " FROM STDIN");
    }

    /** One value per column, in the table's order. */
    void add(@Nullable Object... values) throws SQLException {
        for (int column = 0; column < values.length; column++) {
            if (column > 0) {
                buffer.append('\t');
            }
            append(values[column]);
        }
        buffer.append('\n');
        if (buffer.length() > BUFFER_CHARACTERS) {
            flush();
        }
    }

    private void append(@Nullable Object value) {
        if (value == null) {
            buffer.append("\\N");
        } else if (value instanceof String text) {
            appendEscaped(text);
        } else {
            buffer.append(value);
        }
    }

    private void appendEscaped(String text) {
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            switch (character) {
                case '\\' -> buffer.append("\\\\");
                case '\n' -> buffer.append("\\n");
                case '\r' -> buffer.append("\\r");
                case '\t' -> buffer.append("\\t");
                default -> buffer.append(character);
            }
        }
    }

    private void flush() throws SQLException {
        byte[] bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        buffer.setLength(0);
    }

    /** Ends the copy; without it, nothing is stored. */
    void finish() throws SQLException {
        flush();
        copy.endCopy();
    }

    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }
}
