package io.expunge.cli;

import picocli.CommandLine.TypeConversionException;

/** A value that an option can't take; says what was expected, not what was found. */
final class WrongValue extends TypeConversionException {

    /** @param text says what was expected */
    WrongValue(String text) {
        super(text);
    }
}
