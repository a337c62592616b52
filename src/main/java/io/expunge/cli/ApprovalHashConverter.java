package io.expunge.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** The hash of a plan and its counts. */
final class ApprovalHashConverter implements ITypeConverter<String> {

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");

    @Override
    public String convert(String value) {
        if (!HASH.matcher(value).matches()) {
            throw new WrongValue("expected what plan shows as plan and counts: sha256: and 64 hexadecimal digits");
        }
        return value;
    }
}
