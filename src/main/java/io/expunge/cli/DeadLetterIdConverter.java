package io.expunge.cli;

import io.expunge.deadletter.DeadLetterId;
import picocli.CommandLine.ITypeConverter;

/** Refuses ids of another kind. */
final class DeadLetterIdConverter implements ITypeConverter<DeadLetterId> {

    @Override
    public DeadLetterId convert(String value) {
        try {
            return DeadLetterId.parse(value);
        } catch (IllegalArgumentException otherKind) {
            throw new WrongValue(String.valueOf(otherKind.getMessage()));
        }
    }
}
