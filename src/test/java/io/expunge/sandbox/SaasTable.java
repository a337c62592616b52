package io.expunge.sandbox;

import java.util.Locale;

/** The sample application's tables with data, parents first, and each one's share of a tenant's rows. */
enum SaasTable {
    ACCOUNTS(2),
    USERS(12),
    PROJECTS(6),
    TICKETS(42),
    ATTACHMENTS(25),
    INVOICES(13),
    /** Not counted among a tenant's rows: it has no tenant column. */
    COMMENTS(45);

    private static final int AT_LEAST = 2;

    private final int percent;

    SaasTable(int percent) {
        this.percent = percent;
    }

    int rowsOf(int tenantsRows) {
        return (int) Math.max(AT_LEAST, (long) tenantsRows * percent / 100);
    }

    String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
