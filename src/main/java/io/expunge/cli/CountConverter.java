package io.expunge.cli;

import picocli.CommandLine.ITypeConverter;

/** Whole numbers of 0 or more, as people write them: digits only. */
final class CountConverter implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String value) {
        try {
            if (value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Integer.valueOf(value);
            }
        } catch (NumberFormatException tooLarge) {
            // Said below.
        }
        throw new WrongValue("expected a whole number from 0 to " + Integer.MAX_VALUE);
    }
}
