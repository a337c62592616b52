package io.expunge.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.yaml.InvalidYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AddressesTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void the_shipped_file_is_read_and_names_nobody() {
        assertThat(Addresses.readOrNone(Path.of("jobs", "notify.yaml"))).isEmpty();
    }

    @Test
    void no_file_is_nobody() {
        assertThat(Addresses.readOrNone(folder.resolve("none.yaml"))).isEmpty();
    }

    @Test
    void owners_and_submitters_are_told_apart() throws IOException {
        assertThat(Addresses.readOrNone(
                        written("owners: { team: a@example.com }\nsubmitters: { team: b@example.com }\n")))
                .containsEntry(new Recipient(Recipient.Kind.OWNER, "team"), "a@example.com")
                .containsEntry(new Recipient(Recipient.Kind.SUBMITTER, "team"), "b@example.com")
                .hasSize(2);
    }

    @Test
    void what_is_no_address_is_refused_with_its_line() throws IOException {
        Path file = written("owners:\n  team: somebody\n");

        assertThatThrownBy(() -> Addresses.readOrNone(file))
                .isInstanceOf(InvalidYaml.class)
                .hasMessageContaining("notify.yaml:2")
                .hasMessageContaining("a mail address");
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("notify.yaml"), text);
    }
}
