package io.expunge.store;

import java.util.List;
import java.util.Map;

/**
 * Asks a store, read-only, with credentials and a statement of its own, whether anything of a tenant is left.
 * Thread-safe.
 *
 * <p>A probe is not told which of its questions is the positive control: it is asked about a tenant that lives by the same
 * call, so that a probe that sees nothing is found out.
 */
public interface Probe extends AutoCloseable {

    /**
     * Answers each question in the order: am I at the right place with the right to see everything, is the copy fresh,
     * can something still write, what is there. Never throws for a store's failure: that is a
     * {@link Sighting.Unknown}.
     *
     * @return an answer for each subject asked about
     */
    Map<Subject, Sighting> look(Scope scope, List<Question> questions);

    /** The shape of the statement that {@link #look} makes there: table and column names, no value. Asks nothing. */
    String shape(Scope scope);

    @Override
    void close();
}
