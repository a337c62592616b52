package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.expunge.catalog.yaml.Problem;
import io.expunge.catalog.yaml.YamlSource;
import java.util.ArrayList;
import java.util.List;

/** A valid catalog in two short files, which tests break in one place. */
final class SmallCatalog {

    private static final String HEAD = """
            policy-version: "1"
            on-reopen: stop
            control-tenant: control
            registry:
              store: main
              table: public.registry
              tenant-column: id
              generation-column: generation
              state-column: state
              open-state: OPEN
              closed-state: CLOSED
              lock-column: fence_lock
            stores:
              main: { type: postgresql }
              archive: { type: postgresql }
              cache: { type: redis }
            not-tenant-data:
              - store: main
                match: public.plans
                reason: price list
                approved-by: somebody
                expires: 2027-11-30
            """;

    private static final String RESOURCES = """
            resources:
              - id: main.users
                store: main
                table: public.users
                key: id
                owned-by: { column: tenant_id, generation-column: generation }
                owner: team
              - id: main.notes
                store: main
                table: public.notes
                key: id
                owned-by: { foreign-key: user_id, parent: main.users }
                owner: team
              - id: cache.keys
                store: cache
                owned-by: { key-pattern: "t:{tenant}:g{generation}:*" }
                as: percent-encoded
                derived-from: [main.users]
                owner: team
            """;

    private final String head;
    private final String resources;

    private SmallCatalog(String head, String resources) {
        this.head = head;
        this.resources = resources;
    }

    static SmallCatalog valid() {
        return new SmallCatalog(HEAD, RESOURCES);
    }

    /** With other words in the file of the head, in which they occur once. */
    SmallCatalog head(String words, String others) {
        return new SmallCatalog(replaced(head, words, others), resources);
    }

    /** With other words in the file of resources, in which they occur once. */
    SmallCatalog resources(String words, String others) {
        return new SmallCatalog(head, replaced(resources, words, others));
    }

    /** With more lines at the end of the file of resources. */
    SmallCatalog andResource(String lines) {
        return new SmallCatalog(head, resources + lines.indent(2));
    }

    Catalog read() {
        return CatalogReader.read("folder", files());
    }

    /** All that is wrong, as people see it. */
    List<String> problems() {
        InvalidCatalog refusal = catchThrowableOfType(InvalidCatalog.class, this::read);
        assertThat(refusal).as("the catalog was accepted").isNotNull();
        return refusal.problems().stream().map(Problem::toString).toList();
    }

    List<YamlSource> files() {
        return List.of(YamlSource.of("head.yaml", head), YamlSource.of("res.yaml", resources));
    }

    List<YamlSource> filesAnd(YamlSource more) {
        List<YamlSource> files = new ArrayList<>(files());
        files.add(more);
        return files;
    }

    private static String replaced(String text, String words, String others) {
        assertThat(text.split(java.util.regex.Pattern.quote(words), -1))
                .as("words occur once")
                .hasSize(2);
        return text.replace(words, others);
    }
}
