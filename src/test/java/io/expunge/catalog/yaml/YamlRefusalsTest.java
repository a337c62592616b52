package io.expunge.catalog.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class YamlRefusalsTest {

    /** One list of texts under {@code words}, and perhaps a text under {@code name}. */
    private static final Shape<List<String>> WORDS = Shape.mapping("a mapping", mapping -> {
        Field<List<String>> words = mapping.required("words", Shape.listOf(Shape.text()));
        mapping.optional("name", Shape.text());
        return mapping.build(words::get);
    });

    @Test
    void plain_yaml_is_read() {
        assertThat(YamlFile.read("It", YamlSource.of("f.yaml", "---\n# two\nwords: [a, 'b']\n"), WORDS))
                .containsExactly("a", "b");
    }

    @Test
    void a_byte_order_mark_and_windows_line_ends_are_read() {
        assertThat(YamlFile.read("It", YamlSource.of("f.yaml", "\uFEFFwords:\r\n  - \u00e9\r\n"), WORDS))
                .containsExactly("\u00e9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# only a comment\n", "---\n...\n"})
    void an_empty_document_is_refused(String text) {
        assertThat(problems(text))
                .singleElement()
                .asString()
                .matches("f\\.yaml:\\d:1: the file is empty, expected a mapping");
    }

    @Test
    void an_alias_and_its_anchor_are_refused() {
        assertThat(problems("name: &n x\nwords: [*n]\n"))
                .containsExactly(
                        "f.yaml:1:7: an anchor, expected the value itself, without an anchor",
                        "f.yaml:2:9: an alias, expected the value itself, written out");
    }

    @Test
    void a_value_that_holds_itself_is_refused() {
        assertThat(problems("words: &w [*w]\n")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"!!str x", "!x y", "! x", "!!java.net.URL [x]", "!!set {x}"})
    void a_tag_is_refused(String tagged) {
        assertThat(problems("words: []\nname: " + tagged + "\n"))
                .containsExactly("f.yaml:2:7: a tag, expected the value itself, without a tag");
    }

    @Test
    void a_merge_key_is_refused_like_any_unknown_key() {
        assertThat(problems("words: []\n<<: { name: x }\n"))
                .containsExactly("f.yaml:2:1: the unknown key <<, expected only words, name");
    }

    @Test
    void a_second_document_is_refused() {
        assertThat(problems("words: []\n---\nwords: []\n"))
                .containsExactly("f.yaml:2:1: a second document, expected one document in a file");
    }

    @Test
    void a_key_twice_is_refused() {
        assertThat(problems("words: []\nname: x\nwords: [y]\n"))
                .containsExactly("f.yaml:3:1: the key words again, expected it once (it stands in line 1)");
    }

    @Test
    void a_key_that_is_a_list_is_refused() {
        assertThat(problems("words: []\n[a]: b\n"))
                .containsExactly("f.yaml:2:1: a key that is not text, expected a word");
    }

    @Test
    void bytes_that_are_no_utf8_are_refused_where_they_stand() {
        byte[] latin = "# caf\u00e9\nwords: [\u00e9]\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(problems(YamlSource.of("f.yaml", latin)))
                .containsExactly("f.yaml:1:6: bytes that are not UTF-8, expected a file in UTF-8");
    }

    @Test
    void bytes_that_end_inside_a_character_are_refused() {
        byte[] cut = {'w', ':', ' ', (byte) 0xc3};

        assertThat(problems(YamlSource.of("f.yaml", cut)))
                .containsExactly("f.yaml:1:4: bytes that are not UTF-8, expected a file in UTF-8");
    }

    @Test
    void a_control_character_is_refused_where_it_stands() {
        assertThat(problems("words:\n  - a\u0007b\n"))
                .containsExactly("f.yaml:2:6: a character that YAML doesn't allow, expected printable characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"words: [a", "words: 'a", "words:\n\t- a", "words: a: b"})
    void what_is_no_yaml_is_refused(String text) {
        assertThat(problems(text)).singleElement().asString().matches("f\\.yaml:\\d:\\d+: this is not YAML: .*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "0x7", "1.5", "1e3", "yes", "true", "2027-11-30", "1:30", "~", "''", "' '", "[x]"})
    void what_yaml_takes_for_something_else_is_no_text(String value) {
        assertThat(problems("words: []\nname: " + value + "\n"))
                .singleElement()
                .asString()
                .startsWith("f.yaml:2:7: name is ");
    }

    @Test
    void a_file_that_is_no_mapping_is_refused() {
        assertThat(problems("- words\n")).containsExactly("f.yaml:1:1: the file is a list, expected a mapping");
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        InvalidYaml refusal =
                catchThrowableOfType(InvalidYaml.class, () -> YamlFile.read("It", Path.of("no-such-file.yaml"), WORDS));

        assertThat(refusal).hasMessage("""
                        It: 1 problem
                        no-such-file.yaml: the file can't be read (NoSuchFileException), expected a file that this user may read""");
    }

    private static List<String> problems(String text) {
        return problems(YamlSource.of("f.yaml", text));
    }

    private static List<String> problems(YamlSource source) {
        InvalidYaml refusal = catchThrowableOfType(InvalidYaml.class, () -> YamlFile.read("It", source, WORDS));
        assertThat(refusal).as("it was accepted").isNotNull();
        return refusal.problems().stream().map(Problem::toString).toList();
    }
}
