package io.expunge.execution;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Keeps what servers and libraries say out of Spring Batch's exit messages. The framework writes the stack trace of a step's
 * failure there, texts included, and a text may quote a row (I7). What stays is which exception it was and where it came from.
 */
public final class ExitMessages implements BeanPostProcessor {

    private static final Pattern FRAME = Pattern.compile("\\s+at [\\w.$/@<>-]+\\(.*|\\s+\\.\\.\\. \\d+ .*");
    private static final Pattern EXCEPTION =
            Pattern.compile("\\s*(?:Caused by: |Suppressed: )?[a-z][\\w.]*\\.[A-Z][\\w$]*");

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof JobRepository repository ? quiet(repository) : bean;
    }

    static JobRepository quiet(JobRepository repository) {
        return (JobRepository) Proxy.newProxyInstance(
                ExitMessages.class.getClassLoader(),
                new Class<?>[] {JobRepository.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("update") && arguments != null) {
                        quiet(arguments[0]);
                    }
                    try {
                        return method.invoke(repository, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getTargetException();
                    }
                });
    }

    private static void quiet(Object updated) {
        if (updated instanceof StepExecution step) {
            step.setExitStatus(withoutTexts(step.getExitStatus()));
        } else if (updated instanceof JobExecution job) {
            job.setExitStatus(withoutTexts(job.getExitStatus()));
        }
    }

    private static ExitStatus withoutTexts(ExitStatus status) {
        return new ExitStatus(status.getExitCode(), withoutTexts(status.getExitDescription()));
    }

    /** What we say ourselves is no stack trace, and stays as it is. */
    static String withoutTexts(String message) {
        if (message.lines().noneMatch(line -> FRAME.matcher(line).matches())) {
            return message;
        }
        return message.lines()
                .map(ExitMessages::withoutText)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String withoutText(String line) {
        if (FRAME.matcher(line).matches()) {
            return line;
        }
        Matcher exception = EXCEPTION.matcher(line);
        return exception.lookingAt() ? exception.group() : "";
    }
}
