package io.expunge.tenant;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Parses the lines of a file of reference keys, saying what is wrong by line number only: a slip may show a key. */
final class KeyFile {

    /** The output length of SHA-256: shorter keys weaken the HMAC (RFC 2104, section 3). */
    private static final int LEAST_BYTES = 32;

    private static final Pattern LINE = Pattern.compile("([a-z0-9][a-z0-9._-]{0,39})=([0-9a-fA-F]*)");

    private final String file;

    KeyFile(String file) {
        this.file = file;
    }

    /** In the order of the lines; at least one. */
    Map<String, SecretKey> parse(String text) {
        Map<String, SecretKey> keys = new LinkedHashMap<>();
        List<String> lines = text.lines().map(String::strip).toList();
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index);
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(keys, line, index + 1);
            }
        }
        if (keys.isEmpty()) {
            throw new InvalidKeyFile(file, "holds no key; expected a line name=hex");
        }
        return keys;
    }

    private void add(Map<String, SecretKey> keys, String line, int number) {
        Matcher matcher = LINE.matcher(line);
        refuse(!matcher.matches(), number, "is not of the form name=hex (name of a-z, 0-9, . _ -)");
        String digits = matcher.group(2);
        refuse(digits.length() % 2 == 1, number, "has an odd number of hexadecimal digits");
        byte[] bytes = HexFormat.of().parseHex(digits);
        refuse(
                bytes.length < LEAST_BYTES,
                number,
                "has a key of " + bytes.length + " bytes; expected at least " + LEAST_BYTES);
        SecretKey key = new SecretKeySpec(bytes, "HmacSHA256");
        refuse(
                keys.values().stream().anyMatch(other -> Arrays.equals(other.getEncoded(), bytes)),
                number,
                "has a key that another line has");
        refuse(keys.putIfAbsent(matcher.group(1), key) != null, number, "has a name that another line has");
    }

    private void refuse(boolean wrong, int number, String what) {
        if (wrong) {
            throw new InvalidKeyFile(file, "can't be used: line " + number + " " + what);
        }
    }
}
