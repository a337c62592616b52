package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code why} says as a job goes through what really happens to it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WhyIT {

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    private String job = "";

    @BeforeEach
    void submitted() {
        world = World.fresh(folder).with("erasure.yaml", "attempts: 3", "attempts: 1");
        job = world.submit("initech", 1);
    }

    @AfterEach
    void redis_is_back() {
        if (!world.sandbox().redis().isRunning()) {
            world.sandbox().redis().startAgain();
        }
    }

    @Test
    void from_submitted_over_an_outage_and_a_row_put_back_to_verified() {
        assertThat(why()).contains("ACCEPTED and not VERIFIED because it is due and no run has begun it");

        world.sandbox().redis().stop();
        world.expunge("run");
        JsonNode first = json();
        world.expunge("run", "--job", job);
        JsonNode second = json();

        assertThat(sentence(first))
                .contains("WAITING_RETRY", "cache.keys@primary is not erased", "store cache is UNAVAILABLE (")
                .contains("bring the store back, then type scripts/expunge run --job " + job)
                .doesNotContain("in a row");
        assertThat(sentence(second)).contains("2 runs in a row");
        assertThat(second.get("since")).as("not the last try, but the first").isEqualTo(first.get("since"));
        assertThat(missing(first)).contains("cache.keys is not erased", "main.accounts lacks a look of this round");

        world.sandbox().redis().startAgain();
        world.expunge("run");
        assertThat(why()).contains("nobody has looked since it was erased in round 1", "verify --job " + job);

        world.expunge("verify");
        JsonNode looked = json();
        assertThat(sentence(looked)).contains("the second look is missing, which is due at ");
        assertThat(missing(looked)).allMatch(gap -> gap.endsWith("lacks a look of this round"));
        assertThat(Instant.parse(looked.get("closesByItselfAt").stringValue()))
                .isAfterOrEqualTo(
                        Instant.parse(looked.get("since").stringValue()).plus(Duration.ofSeconds(2)));

        putBack();
        world.expunge("verify", "--wait");
        assertThat(why())
                .contains("the last look found 1 left in main.accounts, so round 2 erases and proves everything anew");

        world.expunge("run");
        world.expunge("verify", "--wait");
        JsonNode verified = json();
        assertThat(sentence(verified)).contains("is VERIFIED since", "nothing is missing", "evidence show " + job);
        assertThat(verified.get("missing")).isEmpty();
        assertThat(verified.get("closesByItselfAt").isNull()).isTrue();
    }

    @Test
    void the_gate_itself_is_asked_and_would_answer_the_same() {
        world.expunge("run");
        world.expunge("verify");

        assertThat(world.control()
                        .sql("SELECT expunge.missing_for_verified(id, round, catalog_hash) FROM expunge.deletion_job"
                                + " WHERE id = :job")
                        .param("job", job)
                        .query(String.class)
                        .single())
                .isEqualTo(missing(json()).get(0).replace(" lacks", "@primary lacks"));
    }

    @Test
    void what_the_catalog_does_not_name_is_named_with_its_store_and_number() {
        world.expunge("run");
        world.saas()
                .sql("CREATE TABLE public.exports (id bigint PRIMARY KEY, tenant_id text NOT NULL)")
                .update();
        try {
            world.saas().sql("GRANT SELECT ON public.exports TO saas_verifier").update();
            world.expunge("verify", "--wait");

            JsonNode why = json();
            assertThat(sentence(why))
                    .contains(
                            "BLOCKED(GAP) and not VERIFIED because store main holds 1 thing that the catalog doesn't name"
                                    + " (public.exports: column tenant_id)")
                    .contains("type scripts/expunge resume " + job)
                    .endsWith("only a person can close it.");
            assertThat(why.get("closesByItselfAt").isNull()).isTrue();
        } finally {
            world.saas().sql("DROP TABLE public.exports").update();
        }
    }

    @Test
    void a_pause_and_a_hold_are_met_before_a_run_meets_them() {
        world.control()
                .sql("INSERT INTO expunge.pause (store, reason_code, actor, since)"
                        + " VALUES ('cache', 'MAINTENANCE', 'ops', now())")
                .update();
        world.expunge("run");
        assertThat(why())
                .contains("WAITING_RETRY", "store cache is paused", "then type scripts/expunge unpause --store cache");

        world.control().sql("DELETE FROM expunge.pause").update();
        assertThat(why()).doesNotContain("is paused").contains("by itself it would be VERIFIED at about");

        world.control()
                .sql(
                        "INSERT INTO expunge.legal_hold (reference_key, tenant_ref, action, reason_code, actor, recorded_at)"
                                + " SELECT reference_key, tenant_ref, 'PLACED', 'LITIGATION', 'legal', now()"
                                + " FROM expunge.job_status")
                .update();
        assertThat(why()).contains("a legal hold lies on the tenant", "only a person can close it");
    }

    @Test
    void a_probe_that_cannot_see_names_the_store_and_that_looks_were_blind() {
        world.expunge("run");
        world.sandbox().redis().stop();
        world.expunge("verify");

        assertThat(why())
                .contains("AWAITING_VERIFICATION", "could not tell, because store cache is UNAVAILABLE (")
                .contains("bring the store back, then type scripts/expunge verify --job " + job + " --wait");
    }

    private String why() {
        Answer answer = world.expunge("why", job);
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out().lines()).as("one sentence").hasSize(1);
        assertThat(answer.out() + answer.err()).doesNotContain("initech");
        return answer.out().strip();
    }

    private JsonNode json() {
        Answer answer = world.expunge("why", job, "--output", "json");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out()).doesNotContain("initech");
        return JsonMapper.shared().readTree(answer.out());
    }

    private static String sentence(JsonNode why) {
        return why.get("sentence").stringValue();
    }

    /** Resource, or store, and what it lacks. */
    private static List<String> missing(JsonNode why) {
        return StreamSupport.stream(why.get("missing").spliterator(), false)
                .map(gap -> (gap.get("resource").isNull() ? gap.get("store") : gap.get("resource")).stringValue() + " "
                        + gap.get("missing").stringValue())
                .toList();
    }

    private void putBack() {
        world.saas()
                .sql("INSERT INTO public.accounts SELECT id + 920000000, 'initech', 1, name, billing_email, country,"
                        + " created_at FROM public.accounts ORDER BY id LIMIT 1")
                .update();
    }
}
