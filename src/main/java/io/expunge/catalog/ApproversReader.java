package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Place;
import io.expunge.catalog.yaml.Problems;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code approvers}: each person once, each login of one person only. */
final class ApproversReader {

    private static final Pattern PERSON = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._@-]{0,59}");

    /** PostgreSQL cuts a longer name. */
    private static final Pattern LOGIN = Pattern.compile("[^\\p{Cntrl}\\s]{1,63}");

    /** Those that sql/roles.sql creates for the product itself. */
    private static final String SERVICE_LOGINS = "expunge_";

    private final Problems problems;
    private final Map<String, Place> persons = new HashMap<>();
    private final Map<String, Place> logins = new HashMap<>();

    ApproversReader(Problems problems) {
        this.problems = problems;
    }

    /** In the order of their names, whatever the order in the file. */
    Shape<List<Approver>> shape() {
        return Shape.listOf(Shape.mapping("a mapping with person and logins", this::read))
                .map(read -> read.stream()
                        .sorted(Comparator.comparing(Approver::person))
                        .toList());
    }

    private Optional<Approver> read(YamlMapping mapping) {
        Field<String> person = mapping.required("person", Shape.text("a person's name or sign, such as ann", PERSON));
        Field<List<String>> own = mapping.required(
                "logins", Shape.distinctListOf(Shape.text("a person's own database login, such as ann", LOGIN)));
        person.read().ifPresent(name -> once(persons, name, mapping.place("person"), "the person " + name));
        own.read().ifPresent(names -> names.forEach(name -> check(name, mapping.place("logins", name))));
        mapping.refuse(own, List::isEmpty, "logins is empty", "at least one login");
        return mapping.build(() -> new Approver(person.get(), Set.copyOf(own.get())));
    }

    private void check(String login, Place place) {
        once(logins, login, place, "the login " + login);
        if (login.startsWith(SERVICE_LOGINS)) {
            problems.add(place, "the service login " + login, "a person's own login");
        }
    }

    private void once(Map<String, Place> seen, String name, Place place, String what) {
        Place first = seen.putIfAbsent(name, place);
        if (first != null) {
            problems.add(place, what + " again", "it once (it stands in line " + first.line() + ")");
        }
    }
}
