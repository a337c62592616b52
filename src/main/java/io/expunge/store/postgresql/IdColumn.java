package io.expunge.store.postgresql;

import io.expunge.store.postgresql.Table.Column;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A column that holds tenant ids, and which ids it can hold without calling two of them the same. A number that was
 * written with leading noughts and a UUID in capitals are equal to what another tenant may be called.
 */
enum IdColumn {
    TEXT {
        @Override
        boolean canHold(String id) {
            return true;
        }
    },
    SMALLINT {
        @Override
        boolean canHold(String id) {
            return isNumber(id, BigInteger.valueOf(Short.MAX_VALUE));
        }
    },
    INTEGER {
        @Override
        boolean canHold(String id) {
            return isNumber(id, BigInteger.valueOf(Integer.MAX_VALUE));
        }
    },
    BIGINT {
        @Override
        boolean canHold(String id) {
            return isNumber(id, BigInteger.valueOf(Long.MAX_VALUE));
        }
    },
    NUMERIC {
        @Override
        boolean canHold(String id) {
            return isNumber(id, BigInteger.TEN.pow(100));
        }
    },
    UUID {
        @Override
        boolean canHold(String id) {
            return CANONICAL_UUID.matcher(id).matches();
        }
    };

    private static final Set<String> TEXTS = Set.of("text", "character varying");
    private static final Pattern CANONICAL_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,99}");
    private static final Pattern CANONICAL_UUID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    abstract boolean canHold(String id);

    /**
     * @throws Failed where comparison folds ids together: citext, char(n) with its padding, a collation that isn't
     *     deterministic, and every type that we don't know
     */
    static IdColumn of(Column column) throws Failed {
        if (TEXTS.contains(column.type()) && column.exact()) {
            return TEXT;
        }
        return switch (column.type()) {
            case "smallint" -> SMALLINT;
            case "integer" -> INTEGER;
            case "bigint" -> BIGINT;
            case "numeric" -> NUMERIC;
            case "uuid" -> UUID;
            default -> throw Failure.configuration("tenant-column-type");
        };
    }

    /** @throws Failed if the column can't hold the id */
    void mustHold(String id) throws Failed {
        if (id.isBlank() || !canHold(id)) {
            throw Failure.configuration("id-not-of-column-type");
        }
    }

    private static boolean isNumber(String id, BigInteger greatest) {
        return CANONICAL_NUMBER.matcher(id).matches()
                && new BigInteger(id).abs().compareTo(greatest) <= 0;
    }
}
