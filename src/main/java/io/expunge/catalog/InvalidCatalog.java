package io.expunge.catalog;

import io.expunge.catalog.yaml.InvalidYaml;
import io.expunge.catalog.yaml.Problem;
import java.util.List;

/** A catalog that is refused; {@link #problems()} are all that were found, not only the first. */
public final class InvalidCatalog extends InvalidYaml {

    InvalidCatalog(List<Problem> problems) {
        super("The catalog", problems);
    }
}
