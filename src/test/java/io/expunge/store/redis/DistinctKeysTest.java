package io.expunge.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DistinctKeysTest {

    private final DistinctKeys distinct = new DistinctKeys();

    @Test
    void a_key_is_new_once_in_each_database() {
        assertThat(isNew(0, "t:acme:g1:x")).isTrue();
        assertThat(isNew(0, "t:acme:g1:x")).isFalse();
        assertThat(isNew(1, "t:acme:g1:x")).isTrue();
        assertThat(isNew(0, "t:acme:g1:y")).isTrue();
    }

    @Test
    void beyond_what_is_remembered_no_key_is_lost() {
        for (int key = 0; key < DistinctKeys.REMEMBERED; key++) {
            assertThat(isNew(0, "t:acme:g1:" + key)).as("key %d", key).isTrue();
        }

        assertThat(isNew(0, "t:acme:g1:0")).isFalse();
        assertThat(isNew(0, "one too many")).isTrue();
        assertThat(isNew(0, "one too many")).isTrue();
    }

    private boolean isNew(int database, String key) {
        return distinct.isNew(database, key.getBytes(UTF_8));
    }
}
