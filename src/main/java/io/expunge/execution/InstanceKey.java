package io.expunge.execution;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.job.parameters.JobParameters;

/** The number under which an instance is locked: a hash of its job's name and its identifying parameters. */
record InstanceKey(long value) {

    static InstanceKey of(String jobName, JobParameters parameters) {
        String identity = parameters.getIdentifyingParameters().stream()
                .sorted(Comparator.comparing(JobParameter::name))
                .map(parameter -> framed(parameter.name()) + framed(String.valueOf(parameter.value())))
                .collect(Collectors.joining("", framed("expunge") + framed(jobName), ""));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return new InstanceKey(ByteBuffer.wrap(hash).getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** With its length before it, so that no value looks like the next parameter. */
    private static String framed(String field) {
        return field.length() + ":" + field;
    }
}
