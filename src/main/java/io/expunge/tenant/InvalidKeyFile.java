package io.expunge.tenant;

/** A file of reference keys that can't be used. The message names file and line, and nothing that stands there. */
public final class InvalidKeyFile extends RuntimeException {

    InvalidKeyFile(String file, String wrong) {
        super("The key file " + file + " " + wrong);
    }
}
