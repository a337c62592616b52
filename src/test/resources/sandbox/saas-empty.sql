-- Before seeding: no data, and none of saas-keys.sql, which comes back after it.
TRUNCATE tenant_registry, accounts, users, projects, tickets, attachments, invoices, comments CASCADE;

ALTER TABLE users DROP CONSTRAINT IF EXISTS users_account_fk;
ALTER TABLE projects DROP CONSTRAINT IF EXISTS projects_account_fk;
ALTER TABLE tickets DROP CONSTRAINT IF EXISTS tickets_project_fk;
ALTER TABLE tickets DROP CONSTRAINT IF EXISTS tickets_reporter_fk;
ALTER TABLE tickets DROP CONSTRAINT IF EXISTS tickets_parent_fk;
ALTER TABLE attachments DROP CONSTRAINT IF EXISTS attachments_ticket_fk;
ALTER TABLE invoices DROP CONSTRAINT IF EXISTS invoices_account_fk;
ALTER TABLE comments DROP CONSTRAINT IF EXISTS comments_ticket_fk;

DROP INDEX IF EXISTS
    accounts_tenant,
    users_tenant,
    projects_tenant,
    tickets_tenant,
    attachments_tenant,
    invoices_tenant,
    users_account,
    projects_account,
    tickets_project,
    tickets_reporter,
    tickets_parent,
    attachments_ticket,
    invoices_account,
    comments_ticket;
