package io.expunge.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.NewTask;
import io.expunge.notify.Notification.Kind;
import io.expunge.notify.Notifier.Telling;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whom a move concerns hears of it once, and over a channel that was down later. */
interface TellingOnce {

    Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));
    Instant NOW = GivenJobs.NOW;
    ErrorNote DENIED = new ErrorNote("main", "DENIED", "42501");
    JobMove BLOCK = new JobMove.Block(BlockReason.DENIED, Optional.empty(), Optional.of(DENIED));

    GivenJobs given();

    @Test
    default void a_job_that_is_blocked_twice_is_told_of_once_to_the_owners_of_what_is_blocked() {
        DeletionJob job = withABlockedTask("main.tickets");
        Channel channel = new Channel("log");

        announce(job, BLOCK, "log");
        announce(job, BLOCK, "log");
        deliver(NOW, channel);
        deliver(NOW.plusSeconds(600), channel);

        assertThat(channel.told).hasSize(1);
        Notification told = channel.told.get(0);
        assertThat(told.kind()).isEqualTo(Kind.JOB_BLOCKED);
        assertThat(told.recipient())
                .isEqualTo(new Recipient(
                        Recipient.Kind.OWNER, CATALOG.resource("main.tickets").owner()));
        assertThat(told.resources()).containsExactly("main.tickets");
        assertThat(told.reason()).contains("DENIED");
        assertThat(told.error()).contains(DENIED);
    }

    @Test
    default void where_the_job_as_a_whole_is_blocked_every_owner_is_told() {
        DeletionJob job = given().running("acme", "run-1");
        Channel channel = new Channel("log");

        announce(job, new JobMove.Block(BlockReason.REOPENED, Optional.of(2), Optional.empty()), "log");
        deliver(NOW, channel);

        assertThat(channel.told)
                .extracting(told -> told.recipient().name())
                .containsExactlyInAnyOrderElementsOf(CATALOG.resources().stream()
                        .map(resource -> resource.owner())
                        .distinct()
                        .toList());
    }

    @Test
    default void who_heard_that_something_is_left_to_them_need_not_hear_that_now_all_is() {
        DeletionJob job = withABlockedTask("main.tickets");
        Channel channel = new Channel("log");

        announce(job, new JobMove.Wait(NOW, new ErrorNote("cache", "UNAVAILABLE", "down")), "log");
        announce(job, BLOCK, "log");
        deliver(NOW, channel);

        assertThat(channel.told).extracting(Notification::kind).containsExactly(Kind.DEAD_LETTER);
    }

    @Test
    default void who_asked_is_told_when_it_is_verified_and_nobody_when_it_only_waits() {
        DeletionJob job = given().running("acme", "run-1");
        Channel channel = new Channel("log");

        announce(job, new JobMove.Wait(NOW, new ErrorNote("cache", "UNAVAILABLE", "down")), "log");
        announce(job, new JobMove.LookAgain(NOW, NOW, 2, Optional.empty()), "log");
        announce(job, new JobMove.Verify(), "log");
        announce(job, new JobMove.Verify(), "log");
        deliver(NOW, channel);

        assertThat(channel.told)
                .extracting(told -> told.kind() + " " + told.recipient().name())
                .containsExactly("JOB_VERIFIED saas_app");
    }

    @Test
    default void owners_are_told_after_so_many_looks_that_could_not_tell() {
        DeletionJob job = given().running("acme", "run-1");
        Channel channel = new Channel("log");
        Optional<ErrorNote> stale = Optional.of(new ErrorNote("cache", "STALE", ""));

        for (int looks = 1; looks <= 5; looks++) {
            announce(job, new JobMove.LookAgain(NOW, NOW, looks, stale), "log");
        }
        deliver(NOW, channel);

        assertThat(channel.told).extracting(Notification::kind).containsExactly(Kind.LOOKS_UNKNOWN);
        assertThat(channel.told.get(0).resources()).allMatch(id -> id.startsWith("cache."));
    }

    @Test
    default void what_one_channel_did_not_take_is_told_over_it_later_and_not_again_over_another() {
        DeletionJob job = withABlockedTask("main.tickets");
        Channel log = new Channel("log");
        Channel webhook = new Channel("webhook");
        webhook.down = true;

        announce(job, BLOCK, "log", "webhook");
        deliver(NOW, log, webhook);
        webhook.down = false;
        deliver(NOW.plusSeconds(30), log, webhook);
        assertThat(webhook.told).as("another process might just be telling it").isEmpty();
        deliver(NOW.plusSeconds(60), log, webhook);
        deliver(NOW.plusSeconds(600), log, webhook);

        assertThat(log.told).hasSize(1);
        assertThat(webhook.told).hasSize(1);
    }

    @Test
    default void a_channel_that_never_works_is_given_up_in_the_end() {
        DeletionJob job = withABlockedTask("main.tickets");
        Channel webhook = new Channel("webhook");
        webhook.down = true;
        announce(job, BLOCK, "webhook");

        for (int run = 0; run < 30; run++) {
            deliver(NOW.plus(Duration.ofHours(run)), webhook);
        }

        assertThat(webhook.tried).isEqualTo(20);
    }

    /** A channel in memory: what is tried here is the outbox; the real ones have tests of their own. */
    final class Channel implements Notifier {

        private final String name;
        private final List<Notification> told = new ArrayList<>();
        private boolean down;
        private int tried;

        Channel(String name) {
            this.name = name;
        }

        @Override
        public String channel() {
            return name;
        }

        @Override
        public Telling tell(Notification notification) {
            tried++;
            if (down) {
                return new Telling.NotTold("HTTP_503");
            }
            told.add(notification);
            return new Telling.Told();
        }
    }

    private void announce(DeletionJob job, JobMove move, String... channels) {
        Announcements announcements = new Announcements(
                new JdbcOutbox(given().control().client(Role.ERASER), List.of(channels)),
                given().tasks(),
                hash -> CATALOG,
                id -> Optional.of("saas_app"),
                3);
        given().transactionally(() -> announcements.moved(job, move, NOW));
    }

    private void deliver(Instant now, Channel... channels) {
        new DeliverNotifications(
                        new JdbcOutbox(given().control().client(Role.ERASER), List.of()),
                        Stream.of(channels).map(Notifier.class::cast).toList(),
                        Clock.fixed(now, ZoneOffset.UTC))
                .deliver();
    }

    private DeletionJob withABlockedTask(String resource) {
        DeletionJob job = given().running("acme", "run-1");
        given().transactionally(() -> {
            given().tasks()
                    .plan(
                            given().lease(job),
                            List.of(new NewTask(
                                    job.id() + "-001",
                                    resource,
                                    "primary",
                                    "main",
                                    "postgresql",
                                    "PRIMARY",
                                    1,
                                    true,
                                    "predicate",
                                    Duration.ofSeconds(2))),
                            NOW);
            given().tasks()
                    .block(given().lease(job), job.id() + "-001", BlockReason.DENIED, Optional.empty(), DENIED, NOW);
        });
        return job;
    }
}
