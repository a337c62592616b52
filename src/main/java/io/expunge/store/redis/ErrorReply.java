package io.expunge.store.redis;

import java.util.Arrays;

/**
 * The error replies of Redis that mean something to us, by the word they begin with, and what follows from each. Only
 * these words ever leave the package: the rest of a reply can hold keys, and so can the first word of a module's.
 */
enum ErrorReply {
    /** The login's password or user isn't accepted, or a right is missing. */
    NOAUTH(FaultKind.DENIED),
    WRONGPASS(FaultKind.DENIED),
    NOPERM(FaultKind.DENIED),

    /** A replica was asked to write: the primary moved. */
    READONLY(FaultKind.UNAVAILABLE),
    LOADING(FaultKind.UNAVAILABLE),
    MASTERDOWN(FaultKind.UNAVAILABLE),
    CLUSTERDOWN(FaultKind.UNAVAILABLE),
    NOREPLICAS(FaultKind.UNAVAILABLE),
    /** Redis stopped taking writes because it couldn't save. */
    MISCONF(FaultKind.UNAVAILABLE),
    /** A script holds the only thread; every command of everybody gets this until it ends. */
    BUSY(FaultKind.UNAVAILABLE),

    /** The slot is on its way to another node. */
    TRYAGAIN(FaultKind.CONTENDED),
    MOVED(FaultKind.CONTENDED),
    ASK(FaultKind.CONTENDED),

    OOM(FaultKind.THROTTLED),
    MAXCLIENTS(FaultKind.THROTTLED),

    CROSSSLOT(FaultKind.CONFIGURATION),
    WRONGTYPE(FaultKind.CONFIGURATION),
    /** Unknown command, database out of range, wrong arguments. */
    ERR(FaultKind.CONFIGURATION),

    /** A word that isn't in this table; tried again, within the task's budget. */
    UNKNOWN(FaultKind.CONTENDED);

    private static final String TOO_MANY_CLIENTS = "ERR max number of clients reached";

    private final FaultKind kind;

    ErrorReply(FaultKind kind) {
        this.kind = kind;
    }

    FaultKind kind() {
        return kind;
    }

    static ErrorReply of(String reply) {
        if (reply.startsWith(TOO_MANY_CLIENTS)) {
            return MAXCLIENTS;
        }
        String word = reply.split("[ \r\n]", 2)[0];
        return Arrays.stream(values())
                .filter(known -> known.name().equals(word))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
