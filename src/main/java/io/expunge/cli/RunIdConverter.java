package io.expunge.cli;

import picocli.CommandLine.ITypeConverter;

/** Refuses names that don't fit into a column or a Kubernetes job's name. */
final class RunIdConverter implements ITypeConverter<RunId> {

    @Override
    public RunId convert(String value) {
        try {
            return new RunId(value);
        } catch (IllegalArgumentException unfit) {
            throw new WrongValue(String.valueOf(unfit.getMessage()));
        }
    }
}
