package io.expunge.catalog;

/**
 * A layout can't hold this tenant's id: written there, it could mean another tenant. The message names the form, not the
 * id.
 */
public final class NotInjective extends RuntimeException {

    public NotInjective(String form, String because) {
        super("The id can't be written as " + form + ": " + because);
    }
}
