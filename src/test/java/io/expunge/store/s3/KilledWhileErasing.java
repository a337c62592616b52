package io.expunge.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.S3Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A process that erases is killed at random moments; at no moment is an older version of an object current again. */
interface KilledWhileErasing {

    int KILLS = 20;
    int KEYS = 40;
    long SEED = 20_261_130L;

    S3Server server();

    @Test
    default void no_older_version_is_current_again_wherever_it_is_killed() throws Exception {
        Random random = new Random(SEED);
        try (RawBucket bucket = RawBucket.versioned(server());
                Watcher watcher = new Watcher(server(), bucket.name())) {
            int kills = 0;
            for (int round = 0; kills < KILLS; round++) {
                assertThat(round)
                        .as("rounds in which the erasure was done before it was killed")
                        .isLessThan(100);
                if (bucket.items("tenants/acme/g1/").size() < KEYS) {
                    fill(bucket, watcher, round, random);
                }
                kills += eraseAndKill(bucket, random.nextInt(400)) ? 1 : 0;
                watcher.checkAgainst(bucket);
            }

            ErasingChildProcess.run(server(), bucket);
            assertThat(bucket.items("tenants/acme/g1/")).isEmpty();
            watcher.checkAgainst(bucket);
            assertThat(watcher.looks()).isGreaterThan(10L * KEYS);
        }
    }

    private static void fill(RawBucket bucket, Watcher watcher, int round, Random random) {
        for (int item = 0; item < KEYS; item++) {
            String key = "tenants/acme/g1/" + round + "-" + item;
            String current = "";
            int versions = 2 + random.nextInt(5);
            for (int version = 0; version < versions; version++) {
                current = bucket.put(key, "v" + version);
            }
            if (random.nextInt(3) == 0) {
                bucket.mark(key);
                current = Watcher.GONE;
            }
            watcher.watch(key, current);
        }
    }

    /** @return whether it was killed at work */
    private boolean eraseAndKill(RawBucket bucket, int afterMillis) throws IOException, InterruptedException {
        ErasingChildProcess child = ErasingChildProcess.start(server(), bucket);
        child.awaitBegun();
        return !child.process().waitFor(afterMillis, TimeUnit.MILLISECONDS) && child.kill();
    }

    /** The child and what it says. */
    record ErasingChildProcess(Process process, BufferedReader said) {

        static ErasingChildProcess start(S3Server server, RawBucket bucket) throws IOException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ErasingChild.class.getName(),
                            server.url(bucket.name()),
                            server.eraser().user(),
                            server.eraser().password())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new ErasingChildProcess(
                    process,
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
        }

        static void run(S3Server server, RawBucket bucket) throws IOException, InterruptedException {
            ErasingChildProcess child = start(server, bucket);
            child.awaitBegun();
            assertThat(child.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(child.process().exitValue()).isZero();
        }

        void awaitBegun() throws IOException {
            assertThat(said.readLine()).isEqualTo(ErasingChild.BEGUN);
        }

        boolean kill() throws InterruptedException {
            process.destroyForcibly();
            process.waitFor();
            // 128 + SIGKILL
            return process.exitValue() == 137;
        }
    }

    /** Asks for every key all the while, as a reader would. */
    final class Watcher implements AutoCloseable {

        static final String GONE = "";

        private final S3Client client;
        private final String bucket;
        private final Map<String, String> current = new ConcurrentHashMap<>();
        private final Map<String, String> wrong = new ConcurrentHashMap<>();
        private final Thread thread = new Thread(this::look, "watcher");
        private volatile boolean over;
        private final AtomicLong looks = new AtomicLong();

        Watcher(S3Server server, String bucket) {
            this.client = server.client(server.application());
            this.bucket = bucket;
            thread.start();
        }

        /** @param version what a reader gets, and may get until nothing is left of the key */
        void watch(String key, String version) {
            current.put(key, version);
        }

        private void look() {
            while (!over) {
                current.forEach((key, expected) -> {
                    String seen = head(key);
                    looks.incrementAndGet();
                    if (seen.equals(GONE)) {
                        // Once gone, gone for good.
                        current.replace(key, expected, GONE);
                    } else if (!seen.equals(expected)) {
                        wrong.put(key, seen);
                    }
                });
            }
        }

        private String head(String key) {
            try {
                return client.headObject(request -> request.bucket(bucket).key(key))
                        .versionId();
            } catch (S3Exception absent) {
                return absent.statusCode() == 404 ? GONE : "HTTP " + absent.statusCode();
            }
        }

        long looks() {
            return looks.get();
        }

        /** What was seen so far, and what is there now. */
        void checkAgainst(RawBucket raw) {
            assertThat(wrong)
                    .as("seed %d: what a reader got that it shouldn't", SEED)
                    .isEmpty();
            raw.items("tenants/acme/g1/").stream().filter(item -> item.latest()).forEach(item -> {
                String expected = current.getOrDefault(item.key(), "not watched");
                assertThat(item.marker() ? GONE : item.version())
                        .as("seed %d: current of %s", SEED, item.key())
                        .isEqualTo(expected);
            });
        }

        @Override
        public void close() throws InterruptedException {
            over = true;
            thread.join();
            client.close();
        }
    }
}
