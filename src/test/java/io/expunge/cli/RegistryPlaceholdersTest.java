package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.tenant.RegistryTable;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RegistryPlaceholdersTest {

    @Test
    void names_are_quoted_and_states_are_escaped() {
        assertThat(RegistryPlaceholders.of(registry("public.Tenants", "gen-no", "it's open", Optional.of("closed_at"))))
                .containsEntry("registryTable", "\"public\".\"Tenants\"")
                .containsEntry("generationColumn", "\"gen-no\"")
                .containsEntry("openState", "it''s open")
                .containsEntry("clearClosedAt", ", \"closed_at\" = NULL");
    }

    @Test
    void without_a_closing_time_there_is_none_to_clear() {
        assertThat(RegistryPlaceholders.of(registry("public.t", "g", "OPEN", Optional.empty())))
                .containsEntry("clearClosedAt", "");
    }

    @Test
    void a_name_can_not_end_its_quotes() {
        assertThat(RegistryPlaceholders.of(registry("public.t", "g\" = 0; --", "OPEN", Optional.empty())))
                .containsEntry("generationColumn", "\"g\"\" = 0; --\"");
    }

    @Test
    void what_could_end_the_functions_body_is_refused() {
        assertThatThrownBy(() -> RegistryPlaceholders.of(registry("public.t", "g", "$$; DROP", Optional.empty())))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> RegistryPlaceholders.of(registry("public.t$$", "g", "OPEN", Optional.empty())))
                .isInstanceOf(UsageException.class);
    }

    private static RegistryTable registry(String table, String generation, String open, Optional<String> closedAt) {
        return new RegistryTable(
                "main", table, "tenant_id", generation, "state", open, "CLOSED", closedAt, "fence_lock", Set.of());
    }
}
