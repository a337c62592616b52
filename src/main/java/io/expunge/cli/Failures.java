package io.expunge.cli;

import io.expunge.catalog.yaml.InvalidYaml;
import io.expunge.store.StoreException;
import io.expunge.tenant.InvalidKeyFile;
import io.expunge.tenant.InvalidTenantId;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Turns what went wrong into one line and an exit code. Arguments are not repeated, because one of them may be a tenant's id;
 * of an unexpected exception only the class and the SQLSTATE are shown, because its text may be the server's (I7).
 */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final Invocation invocation;

    Failures(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        say(ParseErrors.text(wrong));
        say("Try: scripts/" + command.getCommandSpec().qualifiedName() + " --help");
        return Exit.USAGE.code();
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        return tell(failure);
    }

    /** Says in one line what went wrong, and answers the exit code that stands for it. */
    int tell(Exception failure) {
        if (failure instanceof UsageException
                || failure instanceof InvalidYaml
                || failure instanceof InvalidKeyFile
                || failure instanceof InvalidTenantId) {
            return end(failure.getMessage(), Exit.USAGE);
        }
        if (failure instanceof RefusedException) {
            return end(failure.getMessage(), Exit.REFUSED);
        }
        if (failure instanceof DatabaseUnavailable
                || failure instanceof MigrationFailed
                || failure instanceof StoreException) {
            return end(failure.getMessage(), Exit.FAILED);
        }
        if (invocation.settings().debug()) {
            StackTraces.print(failure, invocation.err());
        }
        return end(unexpected(failure), Exit.FAILED);
    }

    private int end(@Nullable String text, Exit exit) {
        say(text == null ? "no reason was given" : text);
        return exit.code();
    }

    private void say(String text) {
        invocation.err().println("expunge: " + text);
        invocation.err().flush();
    }

    private static String unexpected(Exception failure) {
        String name = failure.getClass().getSimpleName();
        return sqlState(failure)
                .map(state -> "a database failed: " + name + ", SQLSTATE " + state + SqlStates.advice(state))
                .orElseGet(() -> "failed unexpectedly: " + name + "; EXPUNGE_DEBUG=1 shows where");
    }

    private static Optional<String> sqlState(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused && refused.getSQLState() != null) {
                return Optional.of(refused.getSQLState());
            }
        }
        return Optional.empty();
    }
}
