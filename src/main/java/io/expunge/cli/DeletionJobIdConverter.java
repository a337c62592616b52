package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;
import picocli.CommandLine.ITypeConverter;

/** Refuses ids of another kind. */
final class DeletionJobIdConverter implements ITypeConverter<DeletionJobId> {

    @Override
    public DeletionJobId convert(String value) {
        try {
            return new DeletionJobId(value);
        } catch (IllegalArgumentException otherKind) {
            throw new WrongValue(String.valueOf(otherKind.getMessage()));
        }
    }
}
