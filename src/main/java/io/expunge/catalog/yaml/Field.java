package io.expunge.catalog.yaml;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a key of a mapping said, and where. Without a value if it could not be read; then that is a known problem. */
public final class Field<T> {

    private final Place place;
    private final @Nullable T value;

    Field(Place place, @Nullable T value) {
        this.place = place;
        this.value = value;
    }

    public Place place() {
        return place;
    }

    /** Empty if it could not be read. */
    public Optional<T> read() {
        return Optional.ofNullable(value);
    }

    /**
     * The value; for use inside {@link YamlMapping#build}.
     *
     * @throws IllegalStateException if it could not be read
     */
    public T get() {
        if (value == null) {
            throw new IllegalStateException("the value at " + place + " could not be read");
        }
        return value;
    }
}
