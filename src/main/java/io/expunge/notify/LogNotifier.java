package io.expunge.notify;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line of the log for each, for whoever collects logs. Never fails. */
public final class LogNotifier implements Notifier {

    public static final String CHANNEL = "log";

    private static final Logger LOG = LoggerFactory.getLogger(LogNotifier.class);

    @Override
    public String channel() {
        return CHANNEL;
    }

    @Override
    public Telling tell(Notification told) {
        LOG.info(
                "notification {} {} of {} for {} {}: reason {}, resources {}, error {}; next: {}",
                told.id(),
                told.kind(),
                told.jobId(),
                told.recipient().kind(),
                told.recipient().name(),
                told.reason().orElse("none"),
                told.resources(),
                told.error()
                        .map(note -> note.store() + " " + note.errorClass() + " " + note.code())
                        .orElse("none"),
                told.next());
        return new Telling.Told();
    }
}
