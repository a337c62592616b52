package io.expunge.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks variables up, and says which is missing and what it is for. Messages never repeat a value. */
final class Environment {

    private static final String USER = "_USER";
    private static final String PASSWORD = "_PASSWORD";
    private static final String PASSWORD_FILE = "_PASSWORD_FILE";

    private final Map<String, String> variables;

    Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** A user and the password that belongs to it. */
    record Credentials(String user, String password) {
        @Override
        public String toString() {
            return "Credentials[" + user + "]";
        }
    }

    /** Set to nothing is as good as not set. */
    Optional<String> optional(String variable) {
        return Optional.ofNullable(variables.get(variable)).filter(value -> !value.isBlank());
    }

    String required(String variable, String meaning) {
        return optional(variable).orElseThrow(() -> notSet(variable, meaning));
    }

    /** What may be said of one login. */
    static Set<String> variablesOf(String login) {
        return Set.of(login + USER, login + PASSWORD, login + PASSWORD_FILE);
    }

    /** The login of one role, else the one for all; user and password always from the same place. */
    Credentials credentials(String prefix, String role, String name) {
        return credentials(prefix, role, name, false);
    }

    /** As {@link #credentials}, but the user may be set to nothing, for what asks for no login. */
    Credentials credentialsOrNone(String prefix, String role, String name) {
        return credentials(prefix, role, name, true);
    }

    private Credentials credentials(String prefix, String role, String name, boolean orNone) {
        String own = prefix + "_" + role;
        boolean ownLogin = user(own, orNone).isPresent() || password(own).isPresent();
        String from = ownLogin ? own : prefix;
        String user = user(from, orNone)
                .orElseThrow(() -> notSet(
                        from + USER, "the login with which " + name + " is entered" + (ownLogin ? "" : orOwn(own))));
        String password = password(from)
                .orElseThrow(() -> notSet(
                        from + PASSWORD,
                        "the password of " + from + "_USER for " + name + " (or " + from
                                + "_PASSWORD_FILE, a file that holds it)"));
        return new Credentials(user, password);
    }

    private Optional<String> user(String prefix, boolean orNone) {
        String variable = prefix + USER;
        return orNone && variables.containsKey(variable)
                ? Optional.of(optional(variable).orElse(""))
                : optional(variable);
    }

    private static String orOwn(String own) {
        return " (or " + own + "_USER, for this purpose alone)";
    }

    private Optional<String> password(String prefix) {
        String plain = prefix + PASSWORD;
        String inFile = prefix + PASSWORD_FILE;
        Optional<String> file = optional(inFile);
        if (file.isPresent() && variables.containsKey(plain)) {
            throw new UsageException("both " + plain + " and " + inFile + " are set: expected one of them");
        }
        return file.map(path -> firstLine(inFile, path)).or(() -> Optional.ofNullable(variables.get(plain)));
    }

    /** A value that may also stand in a file, which the same variable with {@code _FILE} names. */
    Optional<String> secret(String variable) {
        Optional<String> file = optional(variable + "_FILE");
        if (file.isPresent() && variables.containsKey(variable)) {
            throw new UsageException("both " + variable + " and " + variable + "_FILE are set: expected one of them");
        }
        return file.map(path -> firstLine(variable + "_FILE", path)).or(() -> optional(variable));
    }

    private static String firstLine(String variable, String path) {
        try {
            String content = Files.readString(Path.of(path));
            return content.lines().findFirst().orElse("");
        } catch (IOException | InvalidPathException failed) {
            throw new UsageException(variable + " names a file that can't be read ("
                    + failed.getClass().getSimpleName() + "): expected one that holds the password in its first line");
        }
    }

    private static UsageException notSet(String variable, String meaning) {
        return new UsageException(variable + " is not set: " + meaning);
    }
}
