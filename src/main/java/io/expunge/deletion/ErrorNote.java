package io.expunge.deletion;

/**
 * Why something has to be tried again.
 *
 * @param store the catalogued store
 * @param errorClass our word for it, such as {@code UNAVAILABLE}
 * @param code the store's own code
 */
public record ErrorNote(String store, String errorClass, String code) {}
