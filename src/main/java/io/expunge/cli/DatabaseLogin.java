package io.expunge.cli;

/**
 * A database and the login with which it is entered.
 *
 * @param database for messages: {@code the control database}
 * @param url {@code jdbc:postgresql://…}, with the settings for TLS where they are needed
 */
public record DatabaseLogin(String database, String url, String user, String password) {

    @Override
    public String toString() {
        return "DatabaseLogin[" + database + " as " + user + "]";
    }
}
