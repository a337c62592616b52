package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row breaks one thing in a valid catalog and names the one problem that people must see. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CatalogRefusalsTest {

    private static final SmallCatalog VALID = SmallCatalog.valid();

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void heads_are_refused(String why, SmallCatalog broken, String problem) {
        assertThat(broken.problems()).containsExactly(problem);
    }

    static Stream<Arguments> heads_are_refused() {
        return Stream.of(
                refused(
                        "an unknown key",
                        VALID.head("on-reopen: stop", "on-reopn: stop"),
                        "head.yaml:2:1: the unknown key on-reopn, expected only resources, policy-version, grace, target, on-reopen, control-tenant, protected-tenants, stores, registry, not-tenant-data, caps, approvers"),
                refused(
                        "a missing control tenant",
                        VALID.head("control-tenant: control\n", ""),
                        "head.yaml:1:1: the key control-tenant is missing, expected a tenant's id: text (quoted, if it looks like a number), neither blank nor wildcards only"),
                refused(
                        "a control tenant that is a number",
                        VALID.head("control-tenant: control", "control-tenant: 017"),
                        "head.yaml:3:17: control-tenant can't be used, expected a tenant's id: text (quoted, if it looks like a number), neither blank nor wildcards only"),
                refused(
                        "a control tenant that no tenant may be",
                        VALID.head("control-tenant: control", "control-tenant: '%%'"),
                        "head.yaml:3:17: control-tenant can't be used, expected a tenant's id: text (quoted, if it looks like a number), neither blank nor wildcards only"),
                refused(
                        "a control tenant that a resource can't hold",
                        VALID.resources("as: percent-encoded", "as: decimal"),
                        "res.yaml:17:9: the control tenant's id can't be written in cache.keys as decimal, expected a control-tenant that every resource can hold"),
                refused(
                        "a protected tenant twice",
                        VALID.head("on-reopen: stop", "protected-tenants: [a, a]"),
                        "head.yaml:2:20: protected-tenants names something twice, expected each once"),
                refused(
                        "a policy version that YAML takes for a number",
                        VALID.head("\"1\"", "2026.11"),
                        "head.yaml:1:17: policy-version is the number 2026.11, expected text of at most 60 characters (quoted, if it looks like a number or a date)"),
                refused(
                        "a bad duration",
                        VALID.head("on-reopen: stop", "grace: 7 days"),
                        "head.yaml:2:8: grace is \"7 days\", expected a duration such as 30s, 7d 12h or PT30S"),
                refused(
                        "a negative duration",
                        VALID.head("on-reopen: stop", "grace: PT-5S"),
                        "head.yaml:2:8: grace is \"PT-5S\", expected a duration such as 30s, 7d 12h or PT30S"),
                refused(
                        "a duration without a unit",
                        VALID.head("on-reopen: stop", "target: 30"),
                        "head.yaml:2:9: target is the number 30, expected a duration above zero such as 30s, 7d 12h or PT30S"),
                refused(
                        "no target at all",
                        VALID.head("on-reopen: stop", "target: 0s"),
                        "head.yaml:2:9: target is \"0s\", expected a duration above zero such as 30s, 7d 12h or PT30S"),
                refused(
                        "an unknown word",
                        VALID.head("on-reopen: stop", "on-reopen: go"),
                        "head.yaml:2:12: on-reopen is \"go\", expected one of stop, erase-older"),
                refused(
                        "a registry in an unknown store",
                        VALID.head("  store: main\n  table", "  store: elsewhere\n  table"),
                        "head.yaml:5:10: the unknown store elsewhere, expected one of archive, cache, main"),
                refused(
                        "a registry in a cache",
                        VALID.head("  store: main\n  table", "  store: cache\n  table"),
                        "head.yaml:5:10: the registry is in cache, a redis store, expected a postgresql store"),
                refused(
                        "a registry without a schema",
                        VALID.head("public.registry", "registry"),
                        "head.yaml:6:10: table is \"registry\", expected a table's name with its schema, such as public.tickets"),
                refused(
                        "a registry without a lock column",
                        VALID.head("  lock-column: fence_lock\n", ""),
                        "head.yaml:5:3: the key lock-column is missing, expected a column's name, without quotes"),
                refused(
                        "one word for open and closed",
                        VALID.head("closed-state: CLOSED", "closed-state: OPEN"),
                        "head.yaml:11:17: closed-state is the open state, expected another state than open-state"),
                refused(
                        "a state that YAML takes for a truth value",
                        VALID.head("open-state: OPEN", "open-state: Yes"),
                        "head.yaml:10:15: open-state is the truth value Yes, expected text (quoted, if it looks like a number, a date or a truth value)"),
                refused(
                        "a store's odd name",
                        VALID.head("  archive:", "  Archive:"),
                        "head.yaml:15:3: a store is named Archive, expected a name of a-z, 0-9 and -"),
                refused(
                        "a type of store of a later version",
                        VALID.head("archive: { type: postgresql }", "archive: { type: file }"),
                        "head.yaml:15:20: the type file is not supported by this version, expected postgresql, s3, opensearch, redis"),
                refused(
                        "an unknown type of store",
                        VALID.head("archive: { type: postgresql }", "archive: { type: mysql }"),
                        "head.yaml:15:20: type is \"mysql\", expected one of postgresql, s3, opensearch, redis, file, backup, attested"),
                refused(
                        "a store that is no mapping",
                        VALID.head("archive: { type: postgresql }", "archive: postgresql"),
                        "head.yaml:15:12: archive is \"postgresql\", expected a mapping"),
                refused(
                        "a declaration for an unknown store",
                        VALID.head("  - store: main", "  - store: elsewhere"),
                        "head.yaml:18:12: the unknown store elsewhere, expected one of archive, cache, main"),
                refused(
                        "a declaration that hides everything",
                        VALID.head("match: public.plans", "match: '*'"),
                        "head.yaml:19:12: match is \"*\", expected a name, or the beginning of names followed by *"),
                refused(
                        "a declaration with a star inside",
                        VALID.head("match: public.plans", "match: public.*s"),
                        "head.yaml:19:12: match is \"public.*s\", expected a name, or the beginning of names followed by *"),
                refused(
                        "a declaration without an end",
                        VALID.head("expires: 2027-11-30", "expires: never"),
                        "head.yaml:22:14: expires is \"never\", expected a date such as 2027-11-30"),
                refused(
                        "a day that doesn't exist",
                        VALID.head("expires: 2027-11-30", "expires: 2027-11-31"),
                        "head.yaml:22:14: expires is the date 2027-11-31, expected a date such as 2027-11-30"),
                refused(
                        "a declaration that nobody approved",
                        VALID.head("    approved-by: somebody\n", ""),
                        "head.yaml:18:5: the key approved-by is missing, expected text (quoted, if it looks like a number, a date or a truth value)"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void resources_are_refused(String why, SmallCatalog broken, String problem) {
        assertThat(broken.problems()).containsExactly(problem);
    }

    static Stream<Arguments> resources_are_refused() {
        return Stream.of(
                refused(
                        "an unknown key",
                        VALID.resources(
                                "key: id\n    owned-by: { column", "kye: 1\n    key: id\n    owned-by: { column"),
                        "res.yaml:5:5: the unknown key kye, expected only id, store, table, key, owned-by, as, derived-from, references, disposition, fence, verify, locations, required, owner, limits"),
                refused(
                        "an unknown key inside",
                        VALID.resources("{ column: tenant_id, ", "{ column: tenant_id, shard: 1, "),
                        "res.yaml:6:36: the unknown key shard, expected only column, generation-column"),
                refused(
                        "a key twice",
                        VALID.resources("as: percent-encoded", "as: percent-encoded\n    as: verbatim"),
                        "res.yaml:18:5: the key as again, expected it once (it stands in line 17)"),
                refused(
                        "an odd id",
                        VALID.resources("id: cache.keys", "id: Cache Keys"),
                        "res.yaml:14:9: id is \"Cache Keys\", expected a resource id such as main.tickets (a-z, 0-9, . _ -, at most 80)"),
                refused(
                        "an id twice",
                        VALID.resources("id: cache.keys", "id: main.notes"),
                        "res.yaml:14:9: the id main.notes again, expected an id of its own"),
                refused(
                        "an unknown store",
                        VALID.resources("store: cache", "store: elsewhere"),
                        "res.yaml:15:12: the unknown store elsewhere, expected one of archive, cache, main"),
                refused(
                        "no owner to tell",
                        VALID.resources("derived-from: [main.users]\n    owner: team", "derived-from: [main.users]"),
                        "res.yaml:14:5: the key owner is missing, expected text (quoted, if it looks like a number, a date or a truth value)"),
                refused(
                        "a table without a schema",
                        VALID.resources("table: public.users", "table: users"),
                        "res.yaml:4:12: table is \"users\", expected a table's name with its schema, such as public.tickets"),
                refused(
                        "a table twice",
                        VALID.resources("table: public.notes", "table: public.users"),
                        "res.yaml:10:12: public.users again in the store main, expected it once (main.users has it)"),
                refused(
                        "the registry",
                        VALID.resources("table: public.users", "table: public.registry"),
                        "res.yaml:4:12: main.users is the tenant registry, expected no resource over it: it tells which generation lives, and is never erased"),
                refused(
                        "a column in quotes",
                        VALID.resources("column: tenant_id", "column: '\"tenant\"'"),
                        "res.yaml:6:25: column is \"\"tenant\"\", expected a column's name, without quotes"),
                refused(
                        "no ownership",
                        VALID.resources("    owned-by: { column: tenant_id, generation-column: generation }\n", ""),
                        "res.yaml:2:5: the key owned-by is missing, expected a mapping with column, with foreign-key and parent, with field, with prefix or with key-pattern"),
                refused(
                        "a table in a cache",
                        VALID.resources(
                                "store: cache\n    owned-by: { key-pattern: \"t:{tenant}:g{generation}:*\" }",
                                "store: cache\n    table: public.keys\n    key: id\n    owned-by: { column: tenant_id, generation-column: generation }"),
                        "res.yaml:18:15: cache.keys is a table in a redis store, expected a key-pattern"),
                refused(
                        "keys in a database",
                        VALID.resources("store: cache", "store: archive"),
                        "res.yaml:16:15: cache.keys is a key pattern in a postgresql store, expected a table with column, or with foreign-key and parent"),
                refused(
                        "keys with a table",
                        VALID.resources("store: cache", "store: cache\n    table: public.keys"),
                        "res.yaml:16:5: the unknown key table, expected only id, store, owned-by, as, derived-from, references, disposition, fence, verify, locations, required, owner, limits"),
                refused(
                        "a key pattern without an end",
                        VALID.resources("g{generation}:*", "g{generation}*"),
                        "res.yaml:16:30: the key pattern has no delimiter behind {generation}, expected a pattern such as t:{tenant}:g{generation}:*"),
                refused(
                        "a key pattern without a tenant",
                        VALID.resources("t:{tenant}", "t:{tenent}"),
                        "res.yaml:16:30: the key pattern lacks {tenant}, expected a pattern such as t:{tenant}:g{generation}:*"),
                refused(
                        "an unknown form",
                        VALID.resources("as: percent-encoded", "as: base64"),
                        "res.yaml:17:9: as is \"base64\", expected verbatim, decimal, lower, percent-encoded, or { attribute: COLUMN } of the registry"),
                refused(
                        "a form on rows of a parent",
                        VALID.resources("parent: main.users }", "parent: main.users }\n    as: decimal"),
                        "res.yaml:13:9: as on rows that are found through a parent, expected it on the parent, which is where the id is written"),
                refused(
                        "an unknown parent",
                        VALID.resources("parent: main.users", "parent: main.user"),
                        "res.yaml:12:47: the unknown parent main.user, expected the id of a resource"),
                refused(
                        "a parent in another store",
                        VALID.resources("id: main.notes\n    store: main", "id: main.notes\n    store: archive"),
                        "res.yaml:12:47: main.notes points to main.users of another store, expected resources of the store archive"),
                refused(
                        "a parent that is itself",
                        VALID.resources("parent: main.users", "parent: main.notes"),
                        "res.yaml:12:47: the parents go round: main.notes → main.notes, expected parents that end in a table with a tenant column"),
                refused(
                        "an unknown source",
                        VALID.resources("[main.users]", "[main.users, main.orders]"),
                        "res.yaml:18:32: the unknown resource main.orders, expected the id of a resource of this catalog"),
                refused(
                        "a source twice",
                        VALID.resources("[main.users]", "[main.users, main.users]"),
                        "res.yaml:18:19: derived-from names something twice, expected each once"),
                refused(
                        "itself as a source",
                        VALID.resources("[main.users]", "[cache.keys]"),
                        "res.yaml:18:20: cache.keys derives from itself, expected other resources"),
                refused(
                        "sources that are no list",
                        VALID.resources("[main.users]", "main.users"),
                        "res.yaml:18:19: derived-from is \"main.users\", expected a list"),
                refused(
                        "an unknown reference",
                        VALID.resources("parent: main.users }", "parent: main.users }\n    references: [main.orders]"),
                        "res.yaml:13:18: the unknown resource main.orders, expected the id of a resource of this catalog"),
                refused(
                        "a reference into another store",
                        VALID.resources(
                                "derived-from: [main.users]",
                                "derived-from: [main.users]\n    references: [main.users]"),
                        "res.yaml:19:18: cache.keys points to main.users of another store, expected resources of the store cache"),
                refused(
                        "a disposition of a later version",
                        VALID.resources("as: percent-encoded", "disposition: retain"),
                        "res.yaml:17:18: the disposition retain is not supported by this version, expected erase"),
                refused(
                        "a location of a later version",
                        VALID.resources("as: percent-encoded", "locations: [{ name: replica, store: cache }]"),
                        "res.yaml:17:16: locations beyond the primary of a redis store are not supported by this version, expected none"),
                refused(
                        "a number as a truth value",
                        VALID.resources("as: percent-encoded", "required: 1"),
                        "res.yaml:17:15: required is the number 1, expected true or false"),
                refused(
                        "another word for true",
                        VALID.resources("as: percent-encoded", "required: yes"),
                        "res.yaml:17:15: required is the truth value yes, expected true or false"),
                refused(
                        "no items in a slice",
                        VALID.resources("as: percent-encoded", "limits: { slice-items: 0 }"),
                        "res.yaml:17:28: slice-items is the number 0, expected a whole number from 1 to 100000"),
                refused(
                        "an octal number",
                        VALID.resources("as: percent-encoded", "limits: { slice-items: 0100 }"),
                        "res.yaml:17:28: slice-items is the number 0100, expected a whole number from 1 to 100000"),
                refused(
                        "a bad second look",
                        VALID.resources("as: percent-encoded", "verify: { second-look: soon }"),
                        "res.yaml:17:28: second-look is \"soon\", expected a duration such as 30s, 7d 12h or PT30S"));
    }

    private static Arguments refused(String why, SmallCatalog broken, String problem) {
        return Arguments.of(why, broken, problem);
    }
}
