package io.expunge.store;

/**
 * Where a store is and with which login it is entered, for one purpose. Comes from the environment.
 *
 * @param url a JDBC URL, {@code redis://host:port/db}, or a bucket's address
 */
public record StoreAccess(String url, String user, String password) {

    @Override
    public String toString() {
        return "StoreAccess[…]";
    }
}
