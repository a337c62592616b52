package io.expunge.store.postgresql;

/** A schema-qualified table, as the catalog writes it: {@code schema.table}, each part exactly as it was created. */
record TableName(String schema, String table) {

    /**
     * @throws IllegalArgumentException if there is no schema: which table is meant would depend on a search path
     */
    static TableName of(String qualified) {
        int dot = qualified.indexOf('.');
        if (dot < 1 || dot == qualified.length() - 1) {
            throw new IllegalArgumentException("not a schema-qualified table name: " + qualified);
        }
        return new TableName(qualified.substring(0, dot), qualified.substring(dot + 1));
    }

    String quoted() {
        return quoted(schema) + "." + quoted(table);
    }

    /** Any identifier, quoted so that it can be nothing else. */
    static String quoted(String identifier) {
        if (identifier.isEmpty() || identifier.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("not an identifier");
        }
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    @Override
    public String toString() {
        return schema + "." + table;
    }
}
