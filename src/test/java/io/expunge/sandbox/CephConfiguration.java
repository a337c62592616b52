package io.expunge.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Files of a one-node Ceph: a monitor, a store in memory, a gateway; all on loopback. */
record CephConfiguration(Path directory, UUID cluster, int monitorPort, int gatewayPort) {

    /** Who may do what inside; the first makes the keyring. */
    static final List<Key> KEYS = List.of(
            new Key("mon.", List.of("--create-keyring"), List.of("--cap", "mon", "allow *")),
            new Key("client.admin", List.of(), List.of("--cap", "mon", "allow *", "--cap", "osd", "allow *")),
            new Key("osd.0", List.of(), List.of("--cap", "mon", "allow profile osd", "--cap", "osd", "allow *")),
            new Key("client.rgw", List.of(), List.of("--cap", "mon", "allow rw", "--cap", "osd", "allow rwx")));

    private static final String TEXT = """
            [global]
            fsid = %s
            mon host = %s
            mon initial members = a
            public network = 127.0.0.0/8
            auth cluster required = cephx
            auth service required = cephx
            auth client required = cephx
            osd pool default size = 1
            osd pool default min size = 1
            osd pool default pg num = 8
            osd crush chooseleaf type = 0
            mon allow pool size one = true
            mon warn on pool no redundancy = false
            osd objectstore = memstore
            memstore device bytes = 2147483648
            ms bind ipv6 = false
            run dir = %3$s/run
            log file = %3$s/$name.log
            admin socket =
            mon data = %3$s/mon
            osd data = %3$s/osd
            osd journal size = 64
            keyring = %3$s/keyring
            osd_pool_default_pg_autoscale_mode = off
            mon_max_pg_per_osd = 1000
            mon data avail crit = 1
            rgw frontends = beast endpoint=127.0.0.1:%4$d
            rgw enable usage log = false
            rgw override bucket index max shards = 1
            rgw lc debug interval = 5
            """;

    void write() throws IOException {
        for (String folder : List.of("run", "mon", "osd")) {
            Files.createDirectories(directory.resolve(folder));
        }
        Files.writeString(Path.of(path()), TEXT.formatted(cluster, monitor(), directory, gatewayPort));
    }

    String path() {
        return file("ceph.conf");
    }

    String keyring() {
        return file("keyring");
    }

    String monitor() {
        return "v1:" + Loopback.HOST + ":" + monitorPort;
    }

    String file(String name) {
        return directory.resolve(name).toString();
    }

    /** What a program says on its way. */
    File log(String name) {
        return directory.resolve(name + ".out").toFile();
    }

    /** One entry of the keyring. */
    record Key(String name, List<String> first, List<String> capabilities) {

        List<String> authtool(String keyring) {
            List<String> command = new ArrayList<>(List.of("ceph-authtool"));
            command.addAll(first);
            command.addAll(List.of(keyring, "--gen-key", "-n", name));
            command.addAll(capabilities);
            return command;
        }
    }
}
