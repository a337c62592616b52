package io.expunge.tenant;

/** An id that no tenant may have (I12). The message says what is wrong with it and does not repeat it. */
public final class InvalidTenantId extends IllegalArgumentException {

    InvalidTenantId(String wrong) {
        super("This tenant id " + wrong + ". Nothing was touched.");
    }
}
