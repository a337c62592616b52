/**
 * PostgreSQL: shared tables by tenant column or foreign-key path, primary-key windows, the registry row locked in the
 * deleting transaction.
 *
 * <p>What the eraser's login needs: on each catalogued table SELECT and DELETE; on the registry SELECT, and UPDATE on one
 * column made for it (PostgreSQL asks for that before {@code FOR SHARE}); on a table that refers to itself UPDATE on the
 * referring column; on a table from which others hang by {@code ON DELETE CASCADE}, {@code SET NULL} or {@code SET
 * DEFAULT} UPDATE on any one column, and SELECT on those others. Where row-level security is on, BYPASSRLS. The probe's
 * and the surveyor's logins need SELECT only. Trigger functions of the application's run under an empty
 * {@code search_path} here, as they do in logical replication: they have to name schemas.
 *
 * <p>Owns no table of the product's. Lets no text of the store's out. The probe shares no statement with the eraser.
 */
@NullMarked
package io.expunge.store.postgresql;

import org.jspecify.annotations.NullMarked;
