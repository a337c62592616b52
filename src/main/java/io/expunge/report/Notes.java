package io.expunge.report;

import io.expunge.deletion.ErrorNote;

/** Failures, in sentences. */
final class Notes {

    private Notes() {}

    /** {@code UNAVAILABLE (08006)}. */
    static String text(ErrorNote note) {
        return note.errorClass() + (note.code().isEmpty() ? "" : " (" + note.code() + ")");
    }
}
