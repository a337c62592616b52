package io.expunge.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServersIT {
    private static final String WRONG_PASSWORD = "28P01";

    @TempDir
    Path folder;

    @Test
    void postgres_asks_for_a_password_and_keeps_its_data_over_a_stop_and_a_kill() throws SQLException {
        try (PostgresServer server = PostgresServer.start(folder.resolve("postgres"))) {
            server.execute("postgres", "CREATE TABLE kept (id int)", "INSERT INTO kept VALUES (7)");

            assertThatThrownBy(() -> server.connect("postgres", new Login("postgres", "guess")))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refused -> assertThat(refused.getSQLState()).isEqualTo(WRONG_PASSWORD));
            server.stop();
            assertThat(server.isRunning()).isFalse();
            server.startAgain();
            server.kill();
            assertThatThrownBy(() -> server.connect("postgres")).isInstanceOf(SQLException.class);
            server.startAgain();

            try (Connection connection = server.connect("postgres");
                    ResultSet rows = connection.createStatement().executeQuery("SELECT id FROM kept")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
            }
        }

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void redis_keeps_its_data_over_a_stop_and_loses_it_when_killed() {
        try (RedisServer server = RedisServer.start(folder.resolve("redis"))) {
            set(server, "t:acme:g1:x");

            server.stop();
            assertThat(server.isRunning()).isFalse();
            server.startAgain();
            assertThat(count(server)).isEqualTo(1);
            assertThat(Files.exists(folder.resolve("redis/dump.rdb"))).isFalse();
            server.kill();
            server.startAgain();

            assertThat(count(server)).isZero();
        }

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_eraser_may_unlink_tenants_keys_only_and_the_verifier_none() {
        try (RedisServer server = RedisServer.start(folder.resolve("redis"))) {
            set(server, "t:acme:g1:x");
            set(server, "other");

            assertThatThrownBy(() -> unlink(server, server.verifier(), "t:acme:g1:x"))
                    .hasMessageContaining("NOPERM");
            assertThatThrownBy(() -> unlink(server, server.eraser(), "other")).hasMessageContaining("NOPERM");
            assertThatThrownBy(() -> unlink(server, new Login("cache_eraser", "guess"), "t:acme:g1:x"))
                    .hasRootCauseInstanceOf(RedisCommandExecutionException.class);
            assertThat(unlink(server, server.eraser(), "t:acme:g1:x")).isEqualTo(1);
        }
    }

    private static void set(RedisServer server, String key) {
        try (RedisClient client = RedisClient.create(server.url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().set(key, "value");
        }
    }

    private static long count(RedisServer server) {
        try (RedisClient client = RedisClient.create(server.url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().dbsize();
        }
    }

    private static long unlink(RedisServer server, Login login, String key) {
        RedisURI uri = RedisURI.builder()
                .withHost(server.host())
                .withPort(server.port())
                .withAuthentication(login.user(), login.password().toCharArray())
                .build();
        try (RedisClient client = RedisClient.create(uri);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().unlink(key);
        }
    }
}
