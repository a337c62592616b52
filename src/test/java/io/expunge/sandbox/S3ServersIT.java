package io.expunge.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Exception;

@DisplayNameGeneration(ReplaceUnderscores.class)
class S3ServersIT {

    @TempDir
    Path folder;

    @Test
    void local_s3_keeps_versions_over_a_stop_and_takes_any_login() {
        try (LocalS3Server server = LocalS3Server.start()) {
            keepsVersionsOverAStop(server);

            try (S3Client anybody = server.client(new Login("nobody", "nothing"))) {
                assertThat(delete(anybody, firstVersion(anybody))).isTrue();
            }
            assertThat(server.checksRights()).isFalse();
        }
    }

    @NeedsCeph
    @Test
    void ceph_keeps_versions_over_a_stop_and_a_kill_and_leaves_nothing_behind() {
        Path data = folder.resolve("ceph");
        try (CephServer server = CephServer.start(data)) {
            keepsVersionsOverAStop(server);
            server.kill();
            server.startAgain();
            assertThat(versions(server)).hasSize(2);
            theLoginsHaveTheirRightsAndNoMore(server);
        }

        assertThat(folder).isEmptyDirectory();
        assertThat(processesIn(data)).isEmpty();
    }

    @NeedsCeph
    @Test
    void ceph_ends_with_the_process_that_started_it() throws IOException, InterruptedException {
        Path data = folder.resolve("orphan");
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CephStarter.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("starter.out").toFile())
                .start();
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(folder.resolve("orphan/ready")).exists());
        assertThat(processesIn(data)).hasSizeGreaterThanOrEqualTo(3);

        parent.destroyForcibly().waitFor(10, TimeUnit.SECONDS);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(processesIn(data)).isEmpty());
    }

    private static void keepsVersionsOverAStop(S3Server server) {
        try (S3Client client = server.client(server.application())) {
            client.putObject(request -> request.bucket(S3Server.BUCKET).key("t/a"), RequestBody.fromString("1"));
            client.putObject(request -> request.bucket(S3Server.BUCKET).key("t/a"), RequestBody.fromString("2"));

            server.stop();
            assertThat(server.isRunning()).isFalse();
            assertThatThrownBy(() -> client.headBucket(request -> request.bucket(S3Server.BUCKET)))
                    .isInstanceOf(SdkClientException.class);
            server.startAgain();

            assertThat(server.isRunning()).isTrue();
            assertThat(versions(server)).hasSize(2);
            client.headBucket(request -> request.bucket(S3Server.REPLICA_BUCKET));
        }
    }

    private static void theLoginsHaveTheirRightsAndNoMore(S3Server server) {
        try (S3Client eraser = server.client(server.eraser());
                S3Client verifier = server.client(server.verifier());
                S3Client stranger = server.client(server.stranger())) {
            ObjectVersion version = firstVersion(verifier);

            assertThatThrownBy(() -> firstVersion(stranger)).isInstanceOf(S3Exception.class);
            assertThatThrownBy(() -> read(eraser, version)).isInstanceOf(S3Exception.class);
            assertThatThrownBy(() -> read(verifier, version)).isInstanceOf(S3Exception.class);
            assertThat(delete(verifier, version)).isFalse();
            assertThat(delete(eraser, version)).isTrue();
        }
    }

    private static List<ObjectVersion> versions(S3Server server) {
        try (S3Client client = server.client(server.application())) {
            return client.listObjectVersions(request -> request.bucket(S3Server.BUCKET))
                    .versions();
        }
    }

    private static ObjectVersion firstVersion(S3Client client) {
        return client.listObjectVersions(request -> request.bucket(S3Server.BUCKET))
                .versions()
                .get(0);
    }

    private static void read(S3Client client, ObjectVersion version) {
        client.getObjectAsBytes(
                request -> request.bucket(S3Server.BUCKET).key(version.key()).versionId(version.versionId()));
    }

    private static boolean delete(S3Client client, ObjectVersion version) {
        try {
            client.deleteObject(request ->
                    request.bucket(S3Server.BUCKET).key(version.key()).versionId(version.versionId()));
            return true;
        } catch (S3Exception refused) {
            assertThat(refused.statusCode()).isEqualTo(403);
            return false;
        }
    }

    private static List<ProcessHandle> processesIn(Path data) {
        return ProcessHandle.allProcesses()
                .filter(process -> OwnProcesses.names(process, data))
                .toList();
    }
}
