package io.expunge.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.LayoutBase;
import java.util.StringJoiner;

/**
 * One line for one event. Of an exception the classes are named and no message is shown: it may be a server's text, with
 * the values of a row (I7). The longest chain of causes that is shown is bounded, as one may lead back to itself.
 */
final class LogLine extends LayoutBase<ILoggingEvent> {

    private static final int MOST_CAUSES = 10;

    @Override
    public String doLayout(ILoggingEvent event) {
        return event.getInstant() + " " + event.getLevel() + " " + simple(event.getLoggerName()) + ": "
                + event.getFormattedMessage().replaceAll("\\R", " ") + exception(event) + System.lineSeparator();
    }

    private static String exception(ILoggingEvent event) {
        StringJoiner classes = new StringJoiner(" < ", " [", "]").setEmptyValue("");
        IThrowableProxy cause = event.getThrowableProxy();
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            classes.add(simple(cause.getClassName()));
            cause = cause.getCause();
        }
        return classes.toString();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
