package io.expunge.store;

/**
 * Asks a probe about one subject.
 *
 * @param horizon what {@link Eraser#horizon()} said before the first slice, {@link Position#NONE} where nothing was
 *     erased (the control tenant)
 * @param erasedAt what {@link Eraser#position()} said behind the last slice, or {@link Position#NONE}
 */
public record Question(Subject subject, Position horizon, Position erasedAt) {

    /** A question about a tenant that lives. */
    public static Question about(Subject subject) {
        return new Question(subject, Position.NONE, Position.NONE);
    }
}
