package io.expunge.cli;

import io.expunge.deletion.BlockReason;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;

/** A block reason as {@code status} writes it. */
final class BlockReasonConverter implements ITypeConverter<BlockReason> {

    @Override
    public BlockReason convert(String value) {
        return Arrays.stream(BlockReason.values())
                .filter(reason -> reason.name().equals(value))
                .findFirst()
                .orElseThrow(() -> new WrongValue("expected one of "
                        + Arrays.stream(BlockReason.values()).map(Enum::name).collect(Collectors.joining(", "))));
    }
}
