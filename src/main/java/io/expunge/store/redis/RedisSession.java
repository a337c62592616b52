package io.expunge.store.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The few commands that we send, over a connection that its holder has alone. Every call ends by the deadline it was lent
 * for and fails as a {@link RedisFault}; after a failure that isn't the server's plain refusal the connection isn't used
 * again, since an answer that comes late would be taken for another command's.
 */
final class RedisSession implements AutoCloseable {

    /** Elements the server looks at per SCAN: ten times as many hold it up longer for little gain in speed. */
    static final int PAGE = 1_000;

    /** Longest wait for one answer. A thousand elements of SCAN take a healthy server about a millisecond. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final Consumer<RedisSession> onClose;
    private Deadline deadline = Deadline.in(Duration.ZERO);
    private boolean broken;

    RedisSession(StatefulRedisConnection<byte[], byte[]> connection, Consumer<RedisSession> onClose) {
        this.connection = connection;
        this.onClose = onClose;
    }

    void lend(Deadline until) {
        deadline = until;
    }

    ServerInfo info() {
        return ServerInfo.parse(await(send(() -> connection.async().info()), RedisFault::reading));
    }

    /** The next page of a walk. Only {@link Page#last()} ends it: a page may be empty, and a key may come twice. */
    Page scan(String cursor, byte[] glob, int count) {
        ScanArgs arguments = new ScanArgs().match(glob).limit(count);
        KeyScanCursor<byte[]> page =
                await(send(() -> connection.async().scan(ScanCursor.of(cursor), arguments)), RedisFault::reading);
        return new Page(List.copyOf(page.getKeys()), page.getCursor(), page.isFinished());
    }

    /** Hands over every key that matches and is there from start to end of the walk, some of them twice. */
    void walk(byte[] glob, Consumer<byte[]> visitor) {
        String cursor = ScanPoint.BEGINNING;
        Page page;
        do {
            page = scan(cursor, glob, PAGE);
            page.keys().forEach(visitor);
            cursor = page.cursor();
        } while (!page.last());
    }

    /** Sends an UNLINK and doesn't wait for the answer, so that several can be under way. */
    RedisFuture<Long> unlink(List<byte[]> keys) {
        return send(() -> connection.async().unlink(keys.toArray(byte[][]::new)));
    }

    /** How many keys that UNLINK removed. */
    long acknowledged(RedisFuture<Long> unlink) {
        return await(unlink, RedisFault::writing);
    }

    /** @throws RedisFault if the connection is gone; the command wasn't sent then, so nothing is in doubt */
    private static <T> RedisFuture<T> send(Supplier<RedisFuture<T>> command) {
        try {
            return command.get();
        } catch (RedisException rejected) {
            throw RedisFault.reading(rejected);
        }
    }

    private <T> T await(RedisFuture<T> answer, Function<Throwable, RedisFault> meaning) {
        Duration patience = deadline.left(ANSWER);
        try {
            if (!answer.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                broken = true;
                throw meaning.apply(new TimeoutException());
            }
            return answer.get();
        } catch (InterruptedException interrupted) {
            broken = true;
            Thread.currentThread().interrupt();
            throw meaning.apply(interrupted);
        } catch (ExecutionException failure) {
            throw meaning.apply(failure);
        }
    }

    boolean isUsable() {
        return !broken && connection.isOpen();
    }

    void discard() {
        if (connection.isOpen()) {
            connection.close();
        }
    }

    @Override
    public void close() {
        onClose.accept(this);
    }

    /** @param keys raw, in the server's order */
    record Page(List<byte[]> keys, String cursor, boolean last) {}
}
