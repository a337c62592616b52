package io.expunge.cli;

import io.expunge.tenant.TenantId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A tenant's id, as an argument or from a file. */
final class TenantOption {

    /** Four bytes for each code point of the longest id, and a line's end. */
    private static final int MOST_BYTES = 4 * TenantId.LONGEST + 2;

    @Option(
            names = "--tenant",
            paramLabel = "ID",
            description = "The tenant's id, byte for byte as the application has it.")
    private @Nullable String id;

    @Option(
            names = "--tenant-file",
            paramLabel = "FILE",
            description = "Read the id from a file instead, - for standard input; UTF-8, one line's end is dropped.")
    private @Nullable String file;

    /**
     * The id.
     *
     * @param in what {@code -} means
     * @throws io.expunge.tenant.InvalidTenantId if no tenant may have it
     */
    TenantId read(InputStream in) {
        if (id != null && file == null) {
            return new TenantId(id);
        }
        if (id == null && file != null) {
            return new TenantId(withoutLineEnd(content(file, in)));
        }
        throw new UsageException("expected one of --tenant ID and --tenant-file FILE");
    }

    boolean isGiven() {
        return id != null || file != null;
    }

    private static String content(String file, InputStream in) {
        try {
            if (file.equals("-")) {
                return decoded(in.readNBytes(MOST_BYTES + 1));
            }
            try (InputStream content = Files.newInputStream(Path.of(file))) {
                return decoded(content.readNBytes(MOST_BYTES + 1));
            }
        } catch (CharacterCodingException notUtf8) {
            throw new UsageException("--tenant-file: expected an id in UTF-8; these bytes are not");
        } catch (IOException | InvalidPathException unreadable) {
            throw new UsageException("--tenant-file can't be read ("
                    + unreadable.getClass().getSimpleName() + "): expected a file that holds one id, or -");
        }
    }

    private static String decoded(byte[] bytes) throws CharacterCodingException {
        if (bytes.length > MOST_BYTES) {
            throw new UsageException("--tenant-file: expected one id of at most " + TenantId.LONGEST + " characters");
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static String withoutLineEnd(String text) {
        if (!text.endsWith("\n")) {
            return text;
        }
        return text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
    }
}
