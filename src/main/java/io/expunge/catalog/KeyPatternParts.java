package io.expunge.catalog;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A key pattern taken apart: what stands before the tenant, between tenant and generation, and before the closing
 * {@code *}.
 *
 * @param afterTenant the literal that ends the id
 * @param afterGeneration the literal that ends the generation, where the pattern has one
 */
record KeyPatternParts(String beforeTenant, String afterTenant, Optional<String> afterGeneration) {

    private static final String TENANT = "{tenant}";
    private static final String GENERATION = "{generation}";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    /** @throws IllegalArgumentException saying what is wrong */
    static KeyPatternParts of(String pattern) {
        refuse(!pattern.endsWith("*"), "does not end in *");
        refuse(pattern.indexOf('*') < pattern.length() - 1, "has a * before its end");
        String fixed = pattern.substring(0, pattern.length() - 1);
        int tenant = fixed.indexOf(TENANT);
        refuse(tenant < 0, "lacks {tenant}");
        String before = fixed.substring(0, tenant);
        String rest = fixed.substring(tenant + TENANT.length());
        refuse(rest.contains(TENANT), "names {tenant} twice");
        refuse(before.contains(GENERATION), "names {generation} before {tenant}");
        int generation = rest.indexOf(GENERATION);
        String afterTenant = generation < 0 ? rest : rest.substring(0, generation);
        Optional<String> afterGeneration =
                generation < 0 ? Optional.empty() : Optional.of(rest.substring(generation + GENERATION.length()));
        refuse(afterGeneration.filter(literal -> literal.contains(GENERATION)).isPresent(), "names {generation} twice");
        refuse(
                PLACEHOLDER
                        .matcher(before + " " + afterTenant + " " + afterGeneration.orElse(""))
                        .find(),
                "has a placeholder other than {tenant} and {generation}");
        refuse(!beginsWithDelimiter(afterTenant), "has no delimiter behind {tenant}");
        refuse(
                afterGeneration.filter(literal -> !beginsWithDelimiter(literal)).isPresent(),
                "has no delimiter behind {generation}");
        refuse(!endsWithDelimiter(afterGeneration.orElse(afterTenant)), "has no delimiter before its closing *");
        return new KeyPatternParts(before, afterTenant, afterGeneration);
    }

    /** The first character behind the tenant: an id that holds it could not be told from the start of a longer one. */
    String delimiter() {
        return Character.toString(afterTenant.codePointAt(0));
    }

    private static boolean beginsWithDelimiter(String literal) {
        return !literal.isEmpty() && isDelimiter(literal.codePointAt(0));
    }

    private static boolean endsWithDelimiter(String literal) {
        return isDelimiter(literal.codePointBefore(literal.length()));
    }

    /** One byte, not what ids and numbers are made of, and not the sign with which percent-encoding begins. */
    private static boolean isDelimiter(int character) {
        return character < 0x80 && !Character.isLetterOrDigit(character) && character != '%';
    }

    private static void refuse(boolean wrong, String what) {
        if (wrong) {
            throw new IllegalArgumentException("the key pattern " + what);
        }
    }
}
