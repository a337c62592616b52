package io.expunge.sandbox;

/** One server's line in {@code status}. */
record ServerState(String server, boolean running, int port) {

    static String line(String server, boolean running, int port) {
        return server + " " + (running ? "up" : "stopped") + " " + port;
    }

    static ServerState parse(String line) {
        String[] parts = line.split(" ", -1);
        return new ServerState(parts[0], parts[1].equals("up"), Integer.parseInt(parts[2]));
    }

    /** For people. */
    String shown() {
        return String.format("%-10s %-8s %s:%d", server, running ? "up" : "stopped", Loopback.HOST, port);
    }
}
