package io.expunge.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Why somebody acts; a code, so that nothing of a tenant's gets into it. */
final class ReasonCodeConverter implements ITypeConverter<String> {

    private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,59}");

    @Override
    public String convert(String value) {
        if (!CODE.matcher(value).matches()) {
            throw new WrongValue(
                    "expected a reason code such as SIZE_IS_RIGHT: A-Z, 0-9 and _, a letter first, at most 60");
        }
        return value;
    }
}
