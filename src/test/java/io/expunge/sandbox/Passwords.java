package io.expunge.sandbox;

import java.security.SecureRandom;

/** Random passwords of letters and digits, so that they need no quoting in a shell, a URL or a configuration file. */
final class Passwords {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int LENGTH = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    static String random() {
        StringBuilder password = new StringBuilder(LENGTH);
        RANDOM.ints(LENGTH, 0, ALPHABET.length()).forEach(index -> password.append(ALPHABET.charAt(index)));
        return password.toString();
    }
}
