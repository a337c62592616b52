package io.expunge.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with the arguments without repeating any: one may be a tenant's id, in the wrong place or in two halves. */
final class ParseErrors {

    private ParseErrors() {}

    static String text(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched);
        }
        if (wrong instanceof MissingParameterException missing) {
            return "expected " + names(missing.getMissing())
                    + (missing.getMissing().isEmpty() ? "" : ", with a value");
        }
        if (wrong instanceof OverwrittenOptionException overwritten) {
            return "expected " + name(overwritten.getOverwritten()) + " once";
        }
        ArgSpec argument = wrong.getArgSpec();
        if (argument == null) {
            return "expected a command: "
                    + String.join(", ", wrong.getCommandLine().getSubcommands().keySet());
        }
        return wrong.getCause() instanceof WrongValue value
                ? name(argument) + ": " + value.getMessage()
                : name(argument) + " can't be used with that value";
    }

    private static String unmatched(UnmatchedArgumentException unmatched) {
        List<String> similar = unmatched.getSuggestions();
        int count = unmatched.getUnmatched().size();
        return (count == 1 ? "an argument is" : count + " arguments are") + " not understood"
                + (similar.isEmpty()
                        ? " (a value with blanks needs quotes; one that begins with - is written --option=VALUE)"
                        : "; did you mean " + String.join(" or ", similar) + "?");
    }

    private static String names(List<ArgSpec> arguments) {
        return arguments.isEmpty()
                ? "a value"
                : arguments.stream().map(ParseErrors::name).collect(Collectors.joining(" and "));
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }
}
