package io.expunge.catalog.yaml;

/** One thing that is wrong in a file, and what would have been right. */
public record Problem(Place place, String what, String expected) {

    @Override
    public String toString() {
        return place + ": " + what + ", expected " + expected;
    }
}
