package io.expunge.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SandboxScriptIT {
    private static final int WORK_LEFT = 3;

    /** Beside the sandbox that somebody may be using in this checkout. */
    private final SandboxFolder folder = new SandboxFolder(Path.of("target/sandbox-of-test"));

    private final SandboxLifecycle lifecycle = new SandboxLifecycle(folder);

    @BeforeEach
    @AfterEach
    void takeDown() throws IOException {
        lifecycle.down();
    }

    @Test
    void up_survives_a_kill_of_its_supervisor_and_down_leaves_nothing() throws Exception {
        assertThat(run("status").exit()).isEqualTo(WORK_LEFT);
        assertThat(run("up").exit()).isZero();
        SandboxSettings first = SandboxSettings.read(folder.settings());
        assertThat(run("up").text()).contains("already up");
        assertThat(SandboxSettings.read(folder.settings()).asMap()).isEqualTo(first.asMap());
        List<ProcessHandle> orphans = OwnProcesses.serversIn(folder.path());
        assertThat(orphans).hasSizeGreaterThanOrEqualTo(2);

        lifecycle.supervisors().forEach(OwnProcesses::kill);
        assertThat(run("status").exit()).isEqualTo(WORK_LEFT);
        Run again = run("up");

        assertThat(again.exit()).isZero();
        assertThat(orphans).noneMatch(ProcessHandle::isAlive);
        assertThat(run("status").exit()).isZero();
        List<ProcessHandle> servers = OwnProcesses.serversIn(folder.path());
        assertThat(run("down").exit()).isZero();
        assertThat(servers).noneMatch(ProcessHandle::isAlive);
        assertThat(lifecycle.supervisors()).isEmpty();
        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void a_server_that_was_stopped_or_killed_is_started_again_on_its_port() throws Exception {
        run("up");
        run("seed");
        String before = run("digest", "acme", "acme*").text();

        assertThat(run("stop", "redis").exit()).isZero();
        assertThat(run("status").exit()).isEqualTo(WORK_LEFT);
        assertThat(run("start", "redis").exit()).isZero();
        for (ProcessHandle server : OwnProcesses.serversIn(folder.servers().resolve("postgres"))) {
            OwnProcesses.kill(server);
        }
        assertThat(run("up").text()).contains("up again");

        assertThat(before).startsWith("acme\t3045\t319\t400\t500\t").contains("\nacme*\t");
        assertThat(run("digest", "acme", "acme*").text()).isEqualTo(before);
    }

    private record Run(int exit, String text) {}

    private Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("scripts/sandbox", "--folder", folder.path().toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(Path.of("target"), "sandbox-script", ".out");
        try {
            // A file, not a pipe: what stays in the background must not keep us waiting for its end.
            int exit = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            return new Run(exit, Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }
}
