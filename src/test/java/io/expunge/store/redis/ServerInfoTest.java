package io.expunge.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerInfoTest {

    private static final String PRIMARY = """
            # Server\r
            redis_version:6.2.11\r
            run_id:aa11\r
            # Persistence\r
            loading:0\r
            # Replication\r
            role:master\r
            master_replid:bb22\r
            master_repl_offset:42\r
            # Cluster\r
            cluster_enabled:0\r
            # Keyspace\r
            db0:keys=12,expires=0,avg_ttl=0\r
            db3:keys=1,expires=0,avg_ttl=0\r
            """;
    private static final String REPLICA = PRIMARY.replace("role:master", "role:slave")
            + "slave_repl_offset:40\r\nmaster_link_status:up\r\nmaster_sync_in_progress:0\r\n";

    private final History history = new History("aa11", "bb22", 42);

    @Test
    void a_primary_tells_who_it_is_and_where_there_are_keys() {
        ServerInfo server = ServerInfo.parse(PRIMARY);

        assertThat(server.history()).isEqualTo(history);
        assertThat(server.primary()).isTrue();
        assertThat(server.databases()).containsExactly(0, 3);
        assertThat(server.databasesBut(0)).containsExactly(3);
    }

    @Test
    void a_replica_is_in_step_while_linked_and_not_being_copied_anew() {
        assertThat(ServerInfo.parse(REPLICA).inStep()).isTrue();
        assertThat(ServerInfo.parse(REPLICA).history().offset()).isEqualTo(40);
        assertThat(ServerInfo.parse(REPLICA.replace("status:up", "status:down")).inStep())
                .isFalse();
        assertThat(ServerInfo.parse(REPLICA.replace("in_progress:0", "in_progress:1"))
                        .inStep())
                .isFalse();
    }

    @Test
    void loading_and_cluster_are_seen() {
        assertThat(ServerInfo.parse(PRIMARY.replace("loading:0", "loading:1")).loading())
                .isTrue();
        assertThat(ServerInfo.parse(PRIMARY + "async_loading:1\r\n").loading()).isTrue();
        assertThat(ServerInfo.parse(PRIMARY.replace("enabled:0", "enabled:1")).clustered())
                .isTrue();
    }

    @Test
    void a_server_that_does_not_say_who_it_is_is_not_trusted() {
        assertThatExceptionOfType(RedisFault.class).isThrownBy(() -> ServerInfo.parse(PRIMARY.replace("run_id", "id")));
    }

    @Test
    void a_pinned_identity_is_the_run_id() {
        assertThat(ServerInfo.parse(PRIMARY).isThe(Optional.empty())).isTrue();
        assertThat(ServerInfo.parse(PRIMARY).isThe(Optional.of("aa11"))).isTrue();
        assertThat(ServerInfo.parse(PRIMARY).isThe(Optional.of("bb22"))).isFalse();
    }

    @Test
    void a_position_is_read_as_it_was_written_and_no_other_is() {
        assertThat(History.of(history.position())).hasValue(history);
        assertThat(History.of(new Position("0/16B3748"))).isEmpty();
        assertThat(History.isOurs(Position.NONE)).isTrue();
        assertThat(History.isOurs(new Position("strange"))).isFalse();
    }

    @Test
    void an_offset_is_compared_under_its_own_replication_id_only() {
        assertThat(history.isPast(new History("cc33", "bb22", 42))).isTrue();
        assertThat(history.isPast(new History("cc33", "bb22", 43))).isFalse();
        assertThat(history.isPast(new History("cc33", "dd44", 43))).isTrue();
    }

    @Test
    void a_cursor_is_used_again_by_the_process_and_on_the_dataset_it_was_made_for() {
        ResumePoint point = ScanPoint.of(history, "17").toResumePoint();

        assertThat(ScanPoint.cursor(ResumePoint.START, history)).hasValue("0");
        assertThat(ScanPoint.cursor(point, new History("aa11", "bb22", 99))).hasValue("17");
        assertThat(ScanPoint.cursor(point, new History("cc33", "bb22", 42))).isEmpty();
        assertThat(ScanPoint.cursor(point, new History("aa11", "dd44", 42))).isEmpty();
        assertThat(ScanPoint.cursor(new ResumePoint("17"), history)).isEmpty();
    }
}
