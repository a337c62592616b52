package io.expunge.cli;

import picocli.CommandLine.ITypeConverter;

/** Refuses ids of another kind. */
final class InstanceConverter implements ITypeConverter<Long> {

    @Override
    public Long convert(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException otherKind) {
            throw new WrongValue("not a batch job instance: expected a number, as execution list shows it"
                    + " (dj_… is a deletion job; work on one with run --job)");
        }
    }
}
