package io.expunge.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Which version of the product this is. */
public final class Version implements IVersionProvider {

    /** As in the jar; {@code development} when run from classes. */
    public static String current() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"expunge " + current()};
    }
}
