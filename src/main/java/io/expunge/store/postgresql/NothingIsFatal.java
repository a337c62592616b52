package io.expunge.store.postgresql;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Keeps the pool from judging errors: it logs the whole of those that it judges fatal (I7). */
final class NothingIsFatal implements SQLExceptionOverride {

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException error) {
        return SQLExceptionOverride.Override.DO_NOT_EVICT;
    }
}
