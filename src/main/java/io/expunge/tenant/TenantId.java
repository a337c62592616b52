package io.expunge.tenant;

/**
 * A tenant's id, byte for byte as the application writes it: two ids that differ in case or in Unicode normal form are
 * two tenants. Characters that are wildcards somewhere ({@code *}, {@code %}, {@code [}) are allowed inside an id.
 *
 * <p>The id is personal data of the tenant (I7): {@link #toString()} does not show it.
 */
public record TenantId(String value) {

    /** Longest id that is accepted, in Unicode code points. */
    public static final int LONGEST = 256;

    private static final String WILDCARDS = "*?%_[]^-\\";
    private static final int REPLACEMENT_CHARACTER = 0xFFFD;

    /**
     * @throws InvalidTenantId if the id is blank, consists of wildcard and white-space characters only, holds control
     *     characters, U+FFFD or lone surrogates, or is longer than {@value #LONGEST} code points (I12)
     */
    public TenantId {
        if (value.isBlank()) {
            throw new InvalidTenantId("is blank");
        }
        if (value.codePointCount(0, value.length()) > LONGEST) {
            throw new InvalidTenantId("is longer than " + LONGEST + " code points");
        }
        if (value.codePoints().anyMatch(Character::isISOControl)) {
            throw new InvalidTenantId("holds a control character");
        }
        if (value.codePoints()
                .anyMatch(c -> c == REPLACEMENT_CHARACTER || Character.getType(c) == Character.SURROGATE)) {
            throw new InvalidTenantId("holds U+FFFD or half a surrogate pair, so it was damaged on its way here"
                    + " (run under a UTF-8 locale, or pass it with --tenant-file)");
        }
        if (value.codePoints()
                .allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || WILDCARDS.indexOf(c) >= 0)) {
            throw new InvalidTenantId("consists of wildcard and white-space characters only");
        }
    }

    @Override
    public String toString() {
        return "TenantId[…]";
    }
}
