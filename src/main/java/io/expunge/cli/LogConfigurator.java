package io.expunge.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Sets logging up in code: reading a file for it takes as long as all else that {@code status} does (measured). To standard
 * error, one line an event; ours from INFO, others' from WARN, or {@code EXPUNGE_LOG_LEVEL} for all. Whoever wants it
 * otherwise names a file with {@code -Dlogback.configurationFile}.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LogConfigurator extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Optional<Level> forAll =
                Optional.ofNullable(System.getenv("EXPUNGE_LOG_LEVEL")).map(level -> Level.toLevel(level, Level.INFO));
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(forAll.orElse(Level.WARN));
        root.addAppender(appender(context));
        context.getLogger("io.expunge").setLevel(forAll.orElse(Level.INFO));
        keepStoreClientsQuiet(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Whatever level is asked for: below WARN they log each request with what is in it (I7). */
    static void keepStoreClientsQuiet(LoggerContext context) {
        for (String client : List.of("software.amazon.awssdk", "org.opensearch.client", "org.apache.hc")) {
            context.getLogger(client).setLevel(Level.WARN);
        }
    }

    private static ConsoleAppender<ILoggingEvent> appender(LoggerContext context) {
        LogLine line = new LogLine();
        line.setContext(context);
        line.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(line);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("standard error");
        appender.setTarget(ConsoleTarget.SystemErr.getName());
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
