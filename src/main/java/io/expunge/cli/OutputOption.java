package io.expunge.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** {@code --output}, for every command that answers something. */
final class OutputOption {

    @Option(
            names = "--output",
            paramLabel = "text|json",
            defaultValue = "text",
            converter = FormatConverter.class,
            description = "text for people (default), json for programs.")
    private Format format = Format.TEXT;

    boolean json() {
        return format == Format.JSON;
    }

    /** Who reads the answer. */
    enum Format {
        TEXT,
        JSON
    }

    static final class FormatConverter implements ITypeConverter<Format> {
        @Override
        public Format convert(String value) {
            return switch (value) {
                case "text" -> Format.TEXT;
                case "json" -> Format.JSON;
                default -> throw new WrongValue("expected text or json");
            };
        }
    }
}
