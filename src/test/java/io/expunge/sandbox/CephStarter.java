package io.expunge.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process of its own that starts Ceph in a folder and waits to be killed. */
final class CephStarter {

    private CephStarter() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        CephServer.start(folder);
        Files.createFile(folder.resolve("ready"));
        new CountDownLatch(1).await();
    }
}
