package io.expunge.store.redis;

import static io.expunge.store.redis.Scopes.CACHE;
import static io.expunge.store.redis.Scopes.PATTERN;
import static io.expunge.store.redis.Scopes.target;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Location;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.sandbox.RedisServer;
import io.expunge.sandbox.SharedServers;
import io.expunge.store.Eraser;
import io.expunge.store.Fence;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreAccess;
import io.expunge.store.Target;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedisEraserIT {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final RedisConnector connector = new RedisConnector(Clock.systemUTC());
    private final RedisServer server = SharedServers.redis();
    private final Scope scope = Scopes.of(PATTERN);
    private final RawRedis raw = new RawRedis(server);
    private final Eraser eraser = connector.eraser(CACHE, RedisUnderTest.access(server, server.eraser()));

    @BeforeEach
    void empty() {
        raw.call("FLUSHALL");
    }

    @AfterEach
    void close() {
        eraser.close();
        raw.close();
    }

    @Test
    void nothing_of_twenty_thousand_keys_is_left_though_the_table_shrinks_under_the_walk() {
        put("t:acme:g1:", 20_000);
        put("t:other:g1:", 5_000);

        List<SliceResult> slices = pass(eraser, 700, target("acme", 1));

        assertThat(slices).hasSizeGreaterThan(20_000 / 700);
        assertThat(slices.stream().mapToLong(slice -> deleted(slice, "acme")).sum())
                .isEqualTo(20_000);
        assertThat(keys()).hasSize(5_000).allMatch(key -> key.startsWith("t:other:g1:"));
    }

    @Test
    void one_walk_serves_fifty_tenants_as_it_serves_one() {
        List<Target> targets = IntStream.range(0, 50)
                .mapToObj(tenant -> target("tenant" + tenant, 1))
                .toList();
        targets.forEach(tenant -> put("t:" + tenant.subject().storedId() + ":g1:", 40));
        put("t:stays:g1:", 1_000);
        long scansForOne = scansOf(() -> pass(eraser, 10_000, target("nobody", 1)));

        List<SliceResult> slices = new ArrayList<>();
        long scansForFifty = scansOf(() -> slices.addAll(pass(eraser, 10_000, targets.toArray(Target[]::new))));

        assertThat(scansForFifty).isLessThanOrEqualTo(scansForOne + 1);
        assertThat(slices).hasSize(1);
        assertThat(slices.get(0).outcomes()).hasSize(50).containsValue(new Deleted(40));
        assertThat(slices.get(0).outcomes().values()).containsOnly(new Deleted(40));
        assertThat(keys()).hasSize(1_000);
    }

    @Test
    void a_full_target_in_a_group_loses_nothing() {
        put("t:large:g1:", 900);
        put("t:small:g1:", 30);

        List<SliceResult> slices = pass(eraser, 100, target("large", 1), target("small", 1));

        assertThat(slices)
                .allSatisfy(slice -> assertThat(deleted(slice, "large")).isLessThanOrEqualTo(100));
        assertThat(slices.stream().mapToLong(slice -> deleted(slice, "large")).sum())
                .isEqualTo(900);
        assertThat(slices.stream().mapToLong(slice -> deleted(slice, "small")).sum())
                .isEqualTo(30);
        assertThat(keys()).isEmpty();
    }

    @Test
    void two_generations_of_a_tenant_in_one_group_are_told_apart() {
        put("t:acme:g1:", 3);
        put("t:acme:g2:", 4);
        put("t:acme:g3:", 5);
        Target first = new Target("first", Scopes.subject("acme", 1));
        Target second = new Target("second", Scopes.subject("acme", 2));

        SliceResult result = pass(eraser, 100, second, first).get(0);

        assertThat(result.outcomes())
                .containsOnly(Map.entry("first", new Deleted(3)), Map.entry("second", new Deleted(4)));
        assertThat(keys()).hasSize(5).allMatch(key -> key.startsWith("t:acme:g3:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[x]", "a*b", "a?b", "*", "a^b", "[^b]", "a-z", "a\\b", "\\", "]", "{acme}", "ac%me"})
    void an_id_that_is_a_pattern_means_only_itself(String id) {
        put("t:" + id + ":g1:", 3);
        String[] neighbours = {"x", "a", "b", "aXb", "ab", "acme", "\\\\", "[", "aab", "a\\\\b", "", "c"};
        for (String neighbour : neighbours) {
            put("t:" + neighbour + ":g1:", 1);
        }

        SliceResult result = pass(eraser, 100, target(id, 1)).get(0);

        assertThat(deleted(result, id)).isEqualTo(3);
        assertThat(keys()).hasSize(neighbours.length);
    }

    @Test
    void keys_of_a_later_generation_and_keys_without_one_stay() {
        put("t:acme:g9:", 2);
        put("t:acme:g10:", 2);
        put("t:acme:profile:", 1);
        put("t:acme:g09:", 1);
        put("t:acme:gone:", 1);

        SliceResult result = pass(eraser, 100, target("acme", 9)).get(0);

        assertThat(result.outcomes()).containsValue(new Deleted(2));
        assertThat(keys()).hasSize(5).noneMatch(key -> key.startsWith("t:acme:g9:"));
    }

    @Test
    void keys_that_are_no_text_are_compared_byte_by_byte() {
        raw.call("SET", bytes("t:acme\u00ff:g1:x"), "of another tenant");
        raw.call("SET", bytes("t:acme:g1:\u0000\u00ff\u00fe"), "of this one");

        SliceResult result = pass(eraser, 100, target("acme", 1)).get(0);

        assertThat(result.outcomes()).containsValue(new Deleted(1));
        assertThat(keys()).containsExactly("t:acme\u00ff:g1:x");
    }

    @Test
    void an_id_that_holds_the_delimiter_is_refused_and_the_others_go_on() {
        put("t:acme:g1:", 2);
        put("t:acme:1:g1:", 2);

        SliceResult result =
                pass(eraser, 100, target("acme:1", 1), target("acme", 1)).get(0);

        assertThat(result.outcomes())
                .containsOnly(
                        Map.entry("task of acme", new Deleted(2)),
                        Map.entry("task of acme:1", new Refused(Refusal.CONFIGURATION, "DELIMITER")));
        assertThat(keys()).hasSize(2).allMatch(key -> key.startsWith("t:acme:1:"));
    }

    @Test
    void without_a_generation_in_the_name_the_name_is_no_fence() {
        put("t:acme:", 2);

        assertThat(whole(FenceKind.NAME, OnReopen.STOP)).isEqualTo(new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
        assertThat(whole(FenceKind.LEASE, OnReopen.ERASE_OLDER))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
        assertThat(keys()).hasSize(2);
        assertThat(whole(FenceKind.LEASE, OnReopen.STOP)).isEqualTo(new Deleted(2));
        assertThat(keys()).isEmpty();
    }

    private SliceOutcome whole(FenceKind fence, OnReopen onReopen) {
        Scope whole = Scopes.of("t:{tenant}:*", fence, Location.PRIMARY);
        return whole(whole, onReopen, target -> Optional.empty());
    }

    private SliceOutcome whole(Scope scope, OnReopen onReopen, Fence fence) {
        Slice slice = new Slice(scope, List.of(target("acme", 1)), ResumePoint.START, 100, DEADLINE, onReopen, fence);
        return only(eraser.erase(slice));
    }

    @Test
    void I2_keys_without_a_generation_stay_when_the_fence_is_broken_between_listing_and_unlinking() {
        Scope whole = Scopes.of("t:{tenant}:*", FenceKind.LEASE, Location.PRIMARY);
        put("t:acme:", 2);

        SliceOutcome outcome = whole(whole, OnReopen.STOP, target -> Optional.of(new Fenced(Optional.of(2))));

        assertThat(outcome).isEqualTo(new Fenced(Optional.of(2)));
        assertThat(keys()).hasSize(2);
    }

    @Test
    void a_resource_without_a_key_pattern_is_refused() {
        Slice slice = new Slice(
                Scopes.ofTable(), List.of(target("acme", 1)), ResumePoint.START, 100, DEADLINE, OnReopen.STOP);

        assertThat(only(eraser.erase(slice))).isEqualTo(new Refused(Refusal.CONFIGURATION, "PATTERN"));
    }

    @Test
    void a_key_that_the_login_may_not_touch_stops_its_own_tenant_only() {
        put("t:acme:g1:", 2);
        put("t:other:g1:", 2);
        raw.call("ACL", "SETUSER", "narrow", "on", ">secret", "~t:other:*", "+@all");

        try (Eraser narrow = connector.eraser(CACHE, new StoreAccess(server.url(), "narrow", "secret"))) {
            SliceResult result =
                    pass(narrow, 100, target("acme", 1), target("other", 1)).get(0);

            assertThat(result.outcomes())
                    .containsOnly(
                            Map.entry("task of acme", new Refused(Refusal.DENIED, "NOPERM")),
                            Map.entry("task of other", new Deleted(2)));
        }
        assertThat(keys()).hasSize(2).allMatch(key -> key.startsWith("t:acme:"));
    }

    @Test
    void a_wrong_password_is_a_refusal() {
        try (Eraser stranger = connector.eraser(CACHE, new StoreAccess(server.url(), "cache_eraser", "wrong"))) {
            assertThat(only(pass(stranger, 100, target("acme", 1)).get(0)))
                    .isEqualTo(new Refused(Refusal.DENIED, "WRONGPASS"));
        }
    }

    @Test
    void only_the_database_of_the_address_is_touched() {
        put("t:acme:g1:", 2);
        raw.call("SELECT", 3);
        put("t:acme:g1:", 3);
        StoreAccess third = new StoreAccess(
                server.url().replaceAll("0$", "3"),
                server.eraser().user(),
                server.eraser().password());

        try (Eraser ofThird = connector.eraser(CACHE, third)) {
            assertThat(only(pass(ofThird, 100, target("acme", 1)).get(0))).isEqualTo(new Deleted(3));
        }

        assertThat(keys()).isEmpty();
        raw.call("SELECT", 0);
        assertThat(keys()).hasSize(2);
    }

    @Test
    void another_server_than_the_pinned_one_is_refused() {
        put("t:acme:g1:", 2);
        StoreDeclaration pinned = new StoreDeclaration("cache", CACHE.type(), Optional.of("another"));

        try (Eraser strict = connector.eraser(pinned, RedisUnderTest.access(server, server.eraser()))) {
            assertThat(only(pass(strict, 100, target("acme", 1)).get(0)))
                    .isEqualTo(new Refused(Refusal.OTHER_STORE, "IDENTITY"));
        }
        assertThat(keys()).hasSize(2);
    }

    @Test
    void a_second_pass_is_absent_under_the_same_session() {
        put("t:acme:g1:", 2);
        pass(eraser, 100, target("acme", 1));

        assertThat(only(pass(eraser, 100, target("acme", 1)).get(0))).isEqualTo(new Absent());
        assertThat(raw.text("CLIENT", "LIST").lines().filter(line -> line.contains("name=expunge-eraser")))
                .hasSize(1);
    }

    private List<SliceResult> pass(Eraser by, int items, Target... targets) {
        List<SliceResult> slices = new ArrayList<>();
        Optional<ResumePoint> from = Optional.of(ResumePoint.START);
        while (from.isPresent()) {
            assertThat(slices).as("a pass that doesn't end").hasSizeLessThan(1_000);
            SliceResult result =
                    by.erase(new Slice(scope, List.of(targets), from.get(), items, DEADLINE, OnReopen.STOP));
            slices.add(result);
            from = result.next();
        }
        return slices;
    }

    private static long deleted(SliceResult slice, String storedId) {
        return Stream.ofNullable(slice.outcomes().get("task of " + storedId))
                .mapToLong(SliceOutcome::deletedItems)
                .sum();
    }

    private static SliceOutcome only(SliceResult result) {
        assertThat(result.outcomes()).hasSize(1);
        return result.outcomes().values().iterator().next();
    }

    private long scansOf(Runnable work) {
        raw.call("CONFIG", "RESETSTAT");
        work.run();
        Matcher calls = Pattern.compile("cmdstat_scan:calls=(\\d+)").matcher(raw.text("INFO", "commandstats"));
        assertThat(calls.find()).isTrue();
        return Long.parseLong(calls.group(1));
    }

    private void put(String prefix, int count) {
        raw.callAll(IntStream.range(0, count)
                .mapToObj(item -> new Object[] {"SET", prefix + "item:" + item, item})
                .toList());
    }

    private List<String> keys() {
        return raw.keys().stream().map(key -> new String(key, ISO_8859_1)).toList();
    }

    private static byte[] bytes(String latin1) {
        return latin1.getBytes(ISO_8859_1);
    }
}
