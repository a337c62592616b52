package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What only a person can help waits for that person, and goes on when it was mended, or may stay for a time. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadLettersIT {

    private static final String TENANT = "initech";

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    private String job = "";

    @BeforeEach
    void submitted() {
        world = World.fresh(folder);
        job = world.submit(TENANT, 1);
    }

    @AfterEach
    void mended() {
        mendTheAccount();
        grant();
    }

    @Test
    void I3_a_row_that_can_not_be_erased_stays_under_an_exception_and_must_go_when_that_has_ended() {
        poisonAnAccount();
        assertThat(world.expunge("run").exit()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(POISON)");
        JsonNode letter = only(openLetters());
        assertThat(letter.get("resource").asString()).isEqualTo("main.accounts");
        assertThat(letter.get("owner").asString()).isEqualTo("platform-team");
        assertThat(letter.get("itemHash").asString()).startsWith("sha256:");
        String dead = letter.get("id").asString();

        assertThat(world.expunge("resume", job).exit()).isZero();
        assertThat(world.expunge("run").exit()).isEqualTo(3);
        assertThat(only(openLetters()).get("id").asString())
                .as("counted, not opened again")
                .isEqualTo(dead);

        Instant ends = Instant.now().plus(Duration.ofDays(2));
        Answer waived = world.expunge(
                "dead-letter",
                "waive",
                dead,
                "--reason-code",
                "LEGAL_CLAIM",
                "--until",
                ends.toString(),
                "--ticket",
                "LEG-9");
        assertThat(waived.exit()).as(waived.out() + waived.err()).isZero();
        assertThat(openLetters()).isEmpty();
        assertThat(world.expunge("exception", "list").out())
                .contains("main.accounts@primary", "ben", "LEG-9", "IN_FORCE");
        Answer run = world.expunge("run");
        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(world.tasks(job)).containsEntry("main.accounts", "RETAINED").containsEntry("main.users", "ERASED");
        Answer verified = world.expunge("verify", "--wait");
        assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(accounts()).isOne();
        assertThat(verdicts()).containsExactly("RETAINED 1", "RETAINED 1");

        MovableClock later = MovableClock.showing(ends.plusSeconds(60));
        Answer over = world.expungeAt(later, "verify");
        assertThat(world.state(job)).as(over.out() + over.err()).isEqualTo("BLOCKED(OVERDUE)");
        assertThat(world.expungeAt(later, "resume", job).exit()).isZero();
        assertThat(world.expungeAt(later, "run").exit()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(POISON)");

        mendTheAccount();
        Answer retried = world.expungeAt(later, "dead-letter", "retry", "--job", job);
        assertThat(retried.exit()).as(retried.out() + retried.err()).isZero();
        assertThat(world.expungeAt(later, "run").exit()).isZero();
        Answer again = world.expungeAt(later, "verify", "--wait");
        assertThat(again.exit()).as(again.out() + again.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(accounts()).isZero();
    }

    @Test
    void
            a_right_that_was_taken_away_blocks_that_resource_only_and_its_owner_is_told_once_until_it_is_granted_and_retried()
                    throws IOException {
        List<String> posted = new CopyOnWriteArrayList<>();
        AtomicInteger status = new AtomicInteger(503);
        HttpServer hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", exchange -> {
            posted.add(status + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        hook.start();
        try {
            world.environment()
                    .put(
                            "EXPUNGE_NOTIFY_WEBHOOK_URL",
                            "http://127.0.0.1:" + hook.getAddress().getPort() + "/");
            world.environment().put("EXPUNGE_NOTIFY_WEBHOOK_SECRET", "secret");
            world.saas()
                    .sql("REVOKE DELETE ON public.invoices FROM saas_eraser")
                    .update();

            assertThat(world.expunge("run").exit()).isEqualTo(3);

            assertThat(world.state(job)).isEqualTo("BLOCKED(DENIED)");
            assertThat(world.tasks(job))
                    .containsEntry("main.invoices", "BLOCKED")
                    .containsEntry("objects.files", "ERASED");
            assertThat(world.expunge("status", job).out()).contains("DENIED", "42501");
            JsonNode letter = only(openLetters());
            assertThat(letter.get("errorClass").asString()).isEqualTo("DENIED");
            assertThat(letter.get("errorCode").asString()).isEqualTo("42501");
            String dead = letter.get("id").asString();
            assertThat(world.expunge("dead-letter", "show", dead).out()).contains("dead-letter retry " + dead);
            assertThat(world.expunge("dead-letter", "retry", "17").exit())
                    .as("a number is a batch instance")
                    .isEqualTo(2);
            assertThat(posted).hasSize(1);

            status.set(200);
            world.expunge("resume", job);
            MovableClock later = MovableClock.showing(Instant.now().plusSeconds(120));
            assertThat(world.expungeAt(later, "run").exit()).as("blocked again").isEqualTo(3);
            assertThat(posted).hasSize(2);
            assertThat(posted.get(1)).startsWith("200 ").contains("JOB_BLOCKED", job, "main.invoices", "42501");

            grant();
            assertThat(world.expungeAt(later, "dead-letter", "retry", dead).exit())
                    .isZero();
            assertThat(world.expungeAt(later, "dead-letter", "retry", dead).out())
                    .contains("dealt with before");
            Answer run = world.expungeAt(later, "run");

            assertThat(run.exit()).as(run.out() + run.err()).isZero();
            assertThat(openLetters()).isEmpty();
            Answer verified = world.expungeAt(later, "verify", "--wait");
            assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
            assertThat(world.state(job)).isEqualTo("VERIFIED");
            assertThat(posted).hasSize(3);
            assertThat(posted.get(2)).contains("JOB_VERIFIED", "SUBMITTER", "expunge_intake", job);
            assertThat(posted.toString()).doesNotContain(TENANT);
        } finally {
            hook.stop(0);
        }
    }

    private List<JsonNode> openLetters() {
        Answer list = world.expunge("dead-letter", "list", "--output", "json");
        assertThat(list.exit()).as(list.err()).isZero();
        return StreamSupport.stream(
                        JsonMapper.shared()
                                .readTree(list.out())
                                .get("deadLetters")
                                .spliterator(),
                        false)
                .toList();
    }

    private static JsonNode only(List<JsonNode> letters) {
        assertThat(letters).hasSize(1);
        return letters.get(0);
    }

    private List<String> verdicts() {
        return world.control()
                .sql("SELECT verdict || ' ' || residue FROM expunge.evidence WHERE job_id = :job"
                        + " AND resource_id = 'main.accounts' ORDER BY id")
                .param("job", job)
                .query(String.class)
                .list();
    }

    private long accounts() {
        return world.saas()
                .sql("SELECT COUNT(*) FROM public.accounts WHERE tenant_id = :tenant")
                .param("tenant", TENANT)
                .query(Long.class)
                .single();
    }

    private void poisonAnAccount() {
        world.saas().sql("""
                        CREATE FUNCTION public.keep_account() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN RAISE EXCEPTION 'kept'; END $$
                        """).update();
        long first = world.saas()
                .sql("SELECT MIN(id) FROM public.accounts WHERE tenant_id = :tenant")
                .param("tenant", TENANT)
                .query(Long.class)
                .single();
        world.saas()
                .sql("CREATE TRIGGER keep_account BEFORE DELETE ON public.accounts FOR EACH ROW WHEN (OLD.id = " + first
                        + ") EXECUTE FUNCTION public.keep_account()")
                .update();
    }

    private void mendTheAccount() {
        world.saas()
                .sql("DROP TRIGGER IF EXISTS keep_account ON public.accounts")
                .update();
        world.saas().sql("DROP FUNCTION IF EXISTS public.keep_account()").update();
    }

    private void grant() {
        world.saas().sql("GRANT DELETE ON public.invoices TO saas_eraser").update();
    }
}
