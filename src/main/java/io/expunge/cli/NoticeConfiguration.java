package io.expunge.cli;

import io.expunge.catalog.Catalog;
import io.expunge.deletion.DeletionTasks;
import io.expunge.notify.Announcements;
import io.expunge.notify.JdbcOutbox;
import io.expunge.notify.Notifier;
import io.expunge.verification.VerificationSettings;
import java.time.Clock;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Whom the moves of either batch job are told to. */
@Configuration(proxyBeanMethods = false)
class NoticeConfiguration {

    @Bean
    Announcements announcements(
            JdbcClient control,
            DeletionTasks tasks,
            Function<String, Catalog> catalogs,
            Settings settings,
            ObjectProvider<VerificationSettings> verification,
            Clock clock) {
        VerificationSettings looks = verification.getIfAvailable(VerificationSettings::defaults);
        return new Announcements(
                new JdbcOutbox(
                        control,
                        Channels.of(settings, clock).stream()
                                .map(Notifier::channel)
                                .toList()),
                tasks,
                catalogs,
                job -> control.sql("SELECT requested_by FROM expunge.deletion_job WHERE id = :job")
                        .param("job", job)
                        .query(String.class)
                        .optional(),
                looks.ownerToldAfterLooks());
    }
}
