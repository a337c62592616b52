package io.expunge.catalog;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A pattern of names taken apart: what stands before the tenant, between tenant and generation, and behind them.
 *
 * @param afterTenant the literal that ends the id
 * @param afterGeneration the literal that ends the generation, where the pattern has one
 */
record NameParts(String beforeTenant, String afterTenant, Optional<String> afterGeneration) {

    private static final String TENANT = "{tenant}";
    private static final String GENERATION = "{generation}";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    /** @throws IllegalArgumentException saying what is wrong */
    static NameParts ofKeyPattern(String pattern) {
        Refusals refusals = new Refusals("the key pattern ", "before its closing *");
        refusals.refuse(!pattern.endsWith("*"), "does not end in *");
        refusals.refuse(pattern.indexOf('*') < pattern.length() - 1, "has a * before its end");
        return of(pattern.substring(0, pattern.length() - 1), refusals);
    }

    /** @throws IllegalArgumentException saying what is wrong */
    static NameParts ofPrefix(String prefix) {
        Refusals refusals = new Refusals("the prefix ", "at its end");
        refusals.refuse(prefix.contains("*"), "has a *, where every object whose key begins with it is meant anyway");
        return of(prefix, refusals);
    }

    private static NameParts of(String fixed, Refusals refusals) {
        int tenant = fixed.indexOf(TENANT);
        refusals.refuse(tenant < 0, "lacks {tenant}");
        String before = fixed.substring(0, tenant);
        String rest = fixed.substring(tenant + TENANT.length());
        refusals.refuse(rest.contains(TENANT), "names {tenant} twice");
        refusals.refuse(before.contains(GENERATION), "names {generation} before {tenant}");
        int generation = rest.indexOf(GENERATION);
        String afterTenant = generation < 0 ? rest : rest.substring(0, generation);
        Optional<String> afterGeneration =
                generation < 0 ? Optional.empty() : Optional.of(rest.substring(generation + GENERATION.length()));
        refusals.refuse(
                afterGeneration.filter(literal -> literal.contains(GENERATION)).isPresent(),
                "names {generation} twice");
        refusals.refuse(
                PLACEHOLDER
                        .matcher(before + " " + afterTenant + " " + afterGeneration.orElse(""))
                        .find(),
                "has a placeholder other than {tenant} and {generation}");
        refusals.refuse(!beginsWithDelimiter(afterTenant), "has no delimiter behind {tenant}");
        refusals.refuse(
                afterGeneration.filter(literal -> !beginsWithDelimiter(literal)).isPresent(),
                "has no delimiter behind {generation}");
        refusals.refuse(
                !endsWithDelimiter(afterGeneration.orElse(afterTenant)), "has no delimiter " + refusals.atTheEnd());
        return new NameParts(before, afterTenant, afterGeneration);
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

    private record Refusals(String subject, String atTheEnd) {
        void refuse(boolean wrong, String what) {
            if (wrong) {
                throw new IllegalArgumentException(subject + what);
            }
        }
    }
}
