package io.expunge.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** I11: what people ordered counts from the moment at which it stands there. */
interface HoldsAndPauses {

    Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    TenantReference ACME = new TenantReference("key-1", "a".repeat(64));
    TenantReference HOOLI = new TenantReference("key-1", "b".repeat(64));
    TenantReference ACME_UNDER_ANOTHER_KEY = new TenantReference("key-2", "a".repeat(64));

    ControlDatabase control();

    @Test
    default void I11_a_tenant_is_held_from_the_placing_of_a_hold_to_its_release() {
        assertThat(held()).isEmpty();

        write(ACME, "PLACED");
        assertThat(held()).containsExactly(ACME);

        write(ACME, "RELEASED");
        assertThat(held()).isEmpty();
    }

    @Test
    default void I11_the_latest_word_counts() {
        write(ACME, "PLACED");
        write(ACME, "PLACED");
        write(ACME, "RELEASED");
        assertThat(held()).isEmpty();

        write(ACME, "PLACED");
        assertThat(held()).containsExactly(ACME);
    }

    @Test
    default void a_hold_is_on_one_tenant() {
        write(ACME, "PLACED");
        write(HOOLI, "PLACED");
        write(HOOLI, "RELEASED");

        assertThat(held()).containsExactly(ACME);
        assertThat(orders().held(Set.of(HOOLI))).isEmpty();
        assertThat(orders().held(Set.of(ACME_UNDER_ANOTHER_KEY))).isEmpty();
        assertThat(orders().held(Set.of())).isEmpty();
    }

    @Test
    default void I11_a_pause_is_on_one_store_or_on_all() {
        assertThat(orders().paused("main")).isFalse();

        pause("cache");
        assertThat(orders().paused("cache")).isTrue();
        assertThat(orders().paused("main")).isFalse();

        pause("*");
        assertThat(orders().paused("main")).isTrue();
    }

    @Test
    default void a_pause_ends_when_its_row_is_taken_away() {
        pause("main");

        control()
                .client(Role.OWNER)
                .sql("DELETE FROM expunge.pause WHERE store = 'main'")
                .update();

        assertThat(orders().paused("main")).isFalse();
    }

    @Test
    default void a_hold_in_force_says_who_placed_it_when_and_why() {
        write(HOOLI, "PLACED");
        write(HOOLI, "RELEASED");
        operators().place(ACME, new Reason("LITIGATION", Optional.of("LEGAL-7")), NOW);

        assertThat(orders().holds()).containsExactly(new Hold(ACME, "LITIGATION", Optional.of("LEGAL-7"), who(), NOW));

        operators().release(ACME, new Reason("SETTLED", Optional.empty()), NOW);
        assertThat(orders().holds()).isEmpty();
        assertThat(held()).isEmpty();
    }

    @Test
    default void a_pause_in_force_is_whoevers_set_it_first_and_is_lifted_as_it_was_set() {
        assertThat(operators().pause("main", new Reason("INCIDENT", Optional.empty()), NOW))
                .isTrue();
        assertThat(operators().pause("main", new Reason("MAINTENANCE", Optional.empty()), NOW.plusSeconds(1)))
                .isFalse();
        assertThat(operators().pause(Pause.ALL, new Reason("INCIDENT", Optional.empty()), NOW))
                .isTrue();

        assertThat(orders().pauses())
                .containsExactly(
                        new Pause(Pause.ALL, "INCIDENT", who(), NOW), new Pause("main", "INCIDENT", who(), NOW));
        assertThat(operators().unpause("cache")).isFalse();
        assertThat(operators().unpause(Pause.ALL)).isTrue();
        assertThat(orders().paused("cache")).isFalse();
        assertThat(orders().paused("main")).isTrue();
    }

    /** Who is logged in, whoever calls. */
    private String who() {
        return control()
                .client(Role.OPERATOR)
                .sql("SELECT SESSION_USER")
                .query(String.class)
                .single();
    }

    private Orders operators() {
        return new JdbcOrders(control().client(Role.OPERATOR));
    }

    private Orders orders() {
        return new JdbcOrders(control().client(Role.ERASER));
    }

    private Set<TenantReference> held() {
        return orders().held(List.of(ACME, HOOLI));
    }

    private void write(TenantReference tenant, String action) {
        control()
                .client(Role.OWNER)
                .sql("""
                        INSERT INTO expunge.legal_hold
                            (reference_key, tenant_ref, action, reason_code, actor, recorded_at)
                        VALUES (:key, :reference, :action, 'LITIGATION', 'counsel', CURRENT_TIMESTAMP)
                        """)
                .param("key", tenant.keyName())
                .param("reference", tenant.value())
                .param("action", action)
                .update();
    }

    private void pause(String store) {
        control().client(Role.OWNER).sql("""
                        INSERT INTO expunge.pause (store, reason_code, actor, since)
                        VALUES (:store, 'INCIDENT', 'operator', CURRENT_TIMESTAMP)
                        """).param("store", store).update();
    }
}
