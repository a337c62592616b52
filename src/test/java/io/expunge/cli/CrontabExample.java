package io.expunge.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code scripts/crontab.example} as cron reads it. */
final class CrontabExample {

    static final Path FILE = Path.of("scripts", "crontab.example");

    private static final Pattern VARIABLE = Pattern.compile("([A-Z_]+)=(.*)");
    private static final Pattern FIRES = Pattern.compile("((?:\\S+ ){4}\\S+) (\\S.*)");
    private static final Pattern CALL =
            Pattern.compile("/opt/expunge/(scripts/expunge) ([^)]*?(?:\\$\\([^)]*\\)\")?) 2>&1\\)");
    private static final String STAMP = "\"(\\w+)-\\$\\(date -u \\+%Y%m%dT%H%M\\)\"";

    private CrontabExample() {}

    /** What cron fires, with the product's arguments in it. */
    record Line(String schedule, String command, List<String> arguments) {}

    static Map<String, String> variables() {
        Map<String, String> variables = new TreeMap<>();
        Manifests.text(FILE)
                .lines()
                .map(VARIABLE::matcher)
                .filter(Matcher::matches)
                .forEach(line -> variables.put(line.group(1), line.group(2)));
        return variables;
    }

    static List<Line> lines() {
        return Manifests.text(FILE)
                .lines()
                .filter(line -> !line.isBlank()
                        && !line.startsWith("#")
                        && !VARIABLE.matcher(line).matches())
                .map(CrontabExample::line)
                .toList();
    }

    private static Line line(String text) {
        Matcher fires = FIRES.matcher(text);
        if (!fires.matches()) {
            throw new IllegalArgumentException("no line of a crontab: " + text);
        }
        if (fires.group(2).matches(".*(?<!\\\\)%.*")) {
            throw new IllegalArgumentException("cron ends the command at the first % that is not behind a \\: " + text);
        }
        String command = fires.group(2).replace("\\%", "%");
        Matcher call = CALL.matcher(command);
        if (!call.find()) {
            throw new IllegalArgumentException("the product is not called in: " + command);
        }
        String arguments = call.group(2).replaceAll(STAMP, "$1-20261130T0100");
        return new Line(fires.group(1), command, Arrays.asList(arguments.split(" ", -1)));
    }
}
