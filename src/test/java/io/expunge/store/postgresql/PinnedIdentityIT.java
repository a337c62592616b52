package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Blindness;
import io.expunge.store.Eraser;
import io.expunge.store.Pass;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Refused;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A server that isn't the one that the catalog pins is neither erased nor believed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PinnedIdentityIT extends WithSaas {

    private static final Resource TICKETS = Saas.resource(
            "main.tickets",
            new TenantColumn("public.tickets", "id", "tenant_id", Optional.of("generation")),
            FenceKind.PREDICATE);

    @BeforeEach
    void fill() {
        saas.run(
                "CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text, generation int)",
                "INSERT INTO tickets VALUES (1, 'acme', 1)");
        saas.grantUsual("tickets");
        saas.close(ACME, 1);
    }

    @Test
    void another_server_is_left_alone_and_proves_nothing() {
        String other = "1234567890";

        assertThat(erase(other)).isEqualTo(new Refused(Refusal.OTHER_STORE, "identity"));
        assertThat(saas.number("SELECT count(*) FROM tickets")).isEqualTo(1);
        assertThat(look(other)).isEqualTo(new Unknown(Blindness.OTHER_STORE, "identity"));
    }

    @Test
    void another_database_of_the_same_server_is_too() {
        assertThat(erase(system() + "/other")).isInstanceOf(Refused.class);
    }

    @Test
    void the_system_alone_or_with_the_database_will_do() {
        assertThat(look(system())).isInstanceOf(Seen.class);
        assertThat(erase(system() + "/" + saas.database)).isEqualTo(new Deleted(1));
    }

    private String system() {
        return saas.texts("SELECT system_identifier FROM pg_control_system()").get(0);
    }

    private static StoreDeclaration pinned(String identity) {
        return new StoreDeclaration(Saas.STORE, ResourceType.POSTGRESQL, Optional.of(identity));
    }

    private SliceOutcome erase(String identity) {
        try (Eraser pinned = saas.connector.eraser(pinned(identity), saas.access("eraser"))) {
            return Pass.outcomeOfOnly(pinned.erase(slice(Saas.scope(TICKETS), ResumePoint.START, 10)));
        }
    }

    private Object look(String identity) {
        try (Probe pinned = saas.connector.probe(pinned(identity), saas.access("verifier"))) {
            return pinned.look(Saas.scope(TICKETS), List.of(Question.about(ACME_1)))
                    .values()
                    .iterator()
                    .next();
        }
    }
}
