package io.expunge.store.postgresql;

/**
 * The history that a position belongs to.
 *
 * @param system the cluster's system identifier
 * @param database the database's oid: one that was dropped and restored under its old name is another one
 * @param timeline raised whenever a standby is promoted or a backup restored
 */
record ServerIdentity(String system, long database, int timeline) {

    boolean isOfOneDatabase(ServerIdentity other) {
        return system.equals(other.system) && database == other.database;
    }

    String encoded() {
        return system + ":" + database + ":" + timeline;
    }

    /** @throws RuntimeException if the three parts are something else */
    static ServerIdentity decoded(String system, String database, String timeline) {
        return new ServerIdentity(system, Long.parseLong(database), Integer.parseInt(timeline));
    }
}
