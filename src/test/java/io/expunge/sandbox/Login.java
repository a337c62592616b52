package io.expunge.sandbox;

/** Credentials of one user of a server. */
public record Login(String user, String password) {

    @Override
    public String toString() {
        return "Login[" + user + "]";
    }
}
