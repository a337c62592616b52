package io.expunge.cli;

import io.expunge.notify.DeliverNotifications;
import io.expunge.notify.JdbcOutbox;
import io.expunge.notify.Notifier;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** Tells what is to be told when a command's own work is done. Whatever fails here changes nothing about how that ended. */
final class Notices {

    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

    private Notices() {}

    static void deliver(Invocation invocation, DatabaseLogin login, List<Notifier> channels) {
        try (Database control = Database.open(login)) {
            new DeliverNotifications(new JdbcOutbox(control.client(), List.of()), channels, invocation.clock())
                    .deliver();
        } catch (DatabaseUnavailable | DataAccessException failed) {
            LOG.warn(
                    "notifications wait for the next run: {}", failed.getClass().getSimpleName());
        }
    }
}
