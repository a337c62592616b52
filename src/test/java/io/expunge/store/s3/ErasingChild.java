package io.expunge.store.s3;

import io.expunge.store.Eraser;
import io.expunge.store.ResumePoint;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreAccess;
import java.time.Clock;
import java.util.Optional;

/** A process of its own that erases a tenant in small slices until it is killed or done; says so when it begins. */
final class ErasingChild {

    static final String BEGUN = "begun";

    private static final int ITEMS = 4;

    private ErasingChild() {}

    public static void main(String[] arguments) {
        ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME))
                .setLevel(ch.qos.logback.classic.Level.OFF);
        StoreAccess access = new StoreAccess(arguments[0], arguments[1], arguments[2]);
        try (Eraser eraser = new S3Connector(Clock.systemUTC()).eraser(Objects.OBJECTS, access)) {
            eraser.position();
            System.out.println(BEGUN);
            Optional<ResumePoint> from = Optional.of(ResumePoint.START);
            while (from.isPresent()) {
                SliceResult result = eraser.erase(
                        Objects.slice(Objects.of(Objects.PATTERN), Objects.subject("acme", 1), from.get(), ITEMS));
                from = result.next();
            }
        }
    }
}
