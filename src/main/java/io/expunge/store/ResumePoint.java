package io.expunge.store;

/**
 * Where a pass over a resource goes on. Opaque outside its adapter; kept with the task only, as it may hold a key (I7).
 */
public record ResumePoint(String value) {

    /** The beginning of a pass. */
    public static final ResumePoint START = new ResumePoint("");

    public boolean isStart() {
        return value.isEmpty();
    }

    @Override
    public String toString() {
        return isStart() ? "ResumePoint[start]" : "ResumePoint[…]";
    }
}
