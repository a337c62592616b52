package io.expunge.cli;

import io.expunge.policy.Reason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --reason-code} and {@code --ticket}, for whoever orders something. */
final class ReasonOption {

    @Option(
            names = "--reason-code",
            paramLabel = "CODE",
            description = "Why, as a code: A-Z, 0-9 and _. Kept and shown.")
    private @Nullable String code;

    @Option(
            names = "--ticket",
            paramLabel = "ID",
            description = "Where it is spoken about: letters, digits, # . _ -. Kept and shown.")
    private @Nullable String ticket;

    /** @throws UsageException if there is none, or it can't be kept as it is */
    Reason read() {
        if (code == null) {
            throw new UsageException("expected --reason-code CODE: why, as a code such as LITIGATION");
        }
        try {
            return new Reason(code, Optional.ofNullable(ticket));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }

    boolean isGiven() {
        return code != null || ticket != null;
    }
}
