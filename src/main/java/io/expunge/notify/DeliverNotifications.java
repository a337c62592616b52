package io.expunge.notify;

import io.expunge.notify.Notifier.Telling;
import io.expunge.notify.Outbox.Undelivered;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what is in the outbox: each at least once, by one process at a time. What a channel refuses stays for a later call; after
 * one failure of a kind that would befall all others too, the channel is left alone for the rest of this call.
 */
public final class DeliverNotifications {

    private static final Logger LOG = LoggerFactory.getLogger(DeliverNotifications.class);

    private static final int AT_MOST = 200;
    private static final String OF_ONE_RECIPIENT = "NO_ADDRESS";

    private final Outbox outbox;
    private final Map<String, Notifier> notifiers;
    private final Clock clock;

    public DeliverNotifications(Outbox outbox, List<Notifier> notifiers, Clock clock) {
        this.outbox = outbox;
        this.notifiers = notifiers.stream().collect(Collectors.toMap(Notifier::channel, Function.identity()));
        this.clock = clock;
    }

    public void deliver() {
        Set<String> working = new HashSet<>(notifiers.keySet());
        for (Undelivered undelivered : outbox.undelivered(notifiers.keySet(), clock.instant(), AT_MOST)) {
            Notifier notifier = notifiers.get(undelivered.channel());
            if (notifier != null
                    && working.contains(undelivered.channel())
                    && outbox.take(undelivered, clock.instant())
                    && !told(notifier, undelivered)) {
                working.remove(undelivered.channel());
            }
        }
    }

    /** Whether the channel may be used on. */
    private boolean told(Notifier notifier, Undelivered undelivered) {
        if (notifier.tell(undelivered.notification()) instanceof Telling.NotTold failed) {
            outbox.failed(undelivered, failed.failure());
            LOG.warn(
                    "notification {} was not told over {}: {}",
                    undelivered.notification().id(),
                    undelivered.channel(),
                    failed.failure());
            return failed.failure().equals(OF_ONE_RECIPIENT);
        }
        outbox.delivered(undelivered, clock.instant());
        return true;
    }
}
