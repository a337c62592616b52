package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Login;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** I12: what is above a cap waits for another person, and nothing of it is touched meanwhile. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CapIT {

    @TempDir
    Path folder = Path.of("");

    @Test
    void above_a_cap_nothing_is_deleted_until_another_person_has_approved_just_that() {
        World world = World.fresh(folder).with("catalog/catalog.yaml", "job: 50000000", "job: 3");
        String job = world.submit("initech", 1);
        long items = world.digests().of("initech").items();

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(CAP)");
        assertThat(world.digests().of("initech").items()).isEqualTo(items);
        assertThat(world.expunge("why", job).out())
                .contains("cap 3")
                .contains("scripts/expunge plan " + job + " --request-approval");

        JsonNode plan = plan(world, job);
        assertThat(plan.required("approvalNeeded").booleanValue()).isTrue();
        assertThat(plan.required("items").longValue()).isEqualTo(items);
        String hash = plan.required("approvalHash").stringValue();
        assertThat(approve(world, job, hash).err()).contains("nobody asked to have this hash approved");

        Answer asked = world.expunge("plan", job, "--request-approval");
        assertThat(asked.exit()).as(asked.err()).isZero();
        assertThat(asked.out())
                .contains("warning: above its cap: job " + items + ", cap 3")
                .contains("next: scripts/expunge approve " + job + " --plan " + hash);

        world.expunge("resume", job);
        world.expunge("run");
        assertThat(world.state(job)).as("asking is not approving").isEqualTo("BLOCKED(CAP)");

        approver(world, "ann");
        Answer same = approve(world, job, hash);
        assertThat(same.exit()).isEqualTo(4);
        assertThat(same.err()).contains("another person has to approve");

        approver(world, "ben");
        Answer approved = approve(world, job, hash);
        assertThat(approved.exit()).as(approved.err()).isZero();
        assertThat(approved.out()).endsWith("next: scripts/expunge resume " + job + "\n");

        world.expunge("resume", job);
        Answer again = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(again.exit()).as(again.out() + again.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.digests().of("initech").items()).isZero();
        assertThat(world.control()
                        .sql("SELECT requested_by || ' ' || approver || ' ' || person FROM expunge.approval_record")
                        .query(String.class)
                        .list())
                .isEqualTo(List.of("ann ben ben"));
    }

    @Test
    void a_plan_is_shown_before_anything_runs_and_touches_nothing() {
        World world = World.fresh(folder);
        String job = world.submit("initech", 1);
        long items = world.digests().of("initech").items();

        JsonNode before = plan(world, job);
        Answer text = world.expunge("plan", job);

        assertThat(before.required("sealed").booleanValue()).isFalse();
        assertThat(before.required("items").longValue()).isEqualTo(items);
        assertThat(before.required("approvalNeeded").booleanValue()).isFalse();
        assertThat(text.out()).contains("approval: not needed").contains("next: scripts/expunge run --job " + job);
        assertThat(world.digests().of("initech").items()).isEqualTo(items);
        assertThat(world.tasks(job)).isEmpty();

        world.expunge("run");
        JsonNode after = plan(world, job);
        assertThat(after.required("planHash")).isEqualTo(before.required("planHash"));
        assertThat(after.required("items").longValue()).isZero();
    }

    @Test
    void I4_a_store_that_does_not_answer_is_unknown_and_not_nothing() {
        World world = World.fresh(folder);
        String job = world.submit("initech", 1);
        world.sandbox().redis().stop();
        try {
            JsonNode plan = plan(world, job);

            assertThat(plan.required("tasks")
                            .valueStream()
                            .filter(task -> task.required("store").stringValue().equals("cache")))
                    .singleElement()
                    .matches(task -> task.required("items").isNull());
            assertThat(plan.required("warnings").toString()).contains("cache.keys@primary could not be counted");
        } finally {
            world.sandbox().redis().startAgain();
        }
    }

    private static JsonNode plan(World world, String job) {
        Answer plan = world.expunge("plan", job, "--output", "json");
        assertThat(plan.exit()).as(plan.err()).isZero();
        return JsonMapper.shared().readTree(plan.out());
    }

    private static Answer approve(World world, String job, String hash) {
        return world.expunge("approve", job, "--plan", hash, "--reason-code", "SIZE_IS_RIGHT");
    }

    private static void approver(World world, String person) {
        Login login = world.sandbox().login(person);
        world.environment().put("EXPUNGE_CONTROL_APPROVER_USER", login.user());
        world.environment().put("EXPUNGE_CONTROL_APPROVER_PASSWORD", login.password());
    }
}
