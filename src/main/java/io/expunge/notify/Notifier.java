package io.expunge.notify;

/** A channel over which people are told. Called outside any transaction, from one thread at a time, with a limit on its time. */
public interface Notifier {

    /** Its name in the outbox; never changes. */
    String channel();

    /** Tells it once more or for the first time. What goes wrong is an answer, not an exception. */
    Telling tell(Notification notification);

    /** What came of it. */
    sealed interface Telling {

        record Told() implements Telling {}

        /** @param failure the kind of failure, at most 60 characters; no text of the other side's */
        record NotTold(String failure) implements Telling {}
    }
}
