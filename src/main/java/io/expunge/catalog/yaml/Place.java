package io.expunge.catalog.yaml;

/**
 * Where something stands in a file.
 *
 * @param line counted from 1; 0 means the file (or folder) as a whole
 * @param column counted from 1; 0 with line 0
 */
public record Place(String file, int line, int column) {

    /** The file or folder as a whole. */
    public static Place whole(String file) {
        return new Place(file, 0, 0);
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
