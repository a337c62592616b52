-- What makes the tables a schema; added after the data, because that is much faster.
CREATE INDEX accounts_tenant ON accounts (tenant_id, id);
CREATE INDEX users_tenant ON users (tenant_id, id);
CREATE INDEX projects_tenant ON projects (tenant_id, id);
CREATE INDEX tickets_tenant ON tickets (tenant_id, id);
CREATE INDEX attachments_tenant ON attachments (tenant_id, id);
CREATE INDEX invoices_tenant ON invoices (tenant_id, id);

CREATE INDEX users_account ON users (account_id);
CREATE INDEX projects_account ON projects (account_id);
CREATE INDEX tickets_project ON tickets (project_id);
CREATE INDEX tickets_reporter ON tickets (reporter_id);
CREATE INDEX tickets_parent ON tickets (parent_id);
CREATE INDEX attachments_ticket ON attachments (ticket_id);
CREATE INDEX invoices_account ON invoices (account_id);
CREATE INDEX comments_ticket ON comments (ticket_id);

ALTER TABLE users ADD CONSTRAINT users_account_fk FOREIGN KEY (account_id) REFERENCES accounts;
ALTER TABLE projects ADD CONSTRAINT projects_account_fk FOREIGN KEY (account_id) REFERENCES accounts;
ALTER TABLE tickets ADD CONSTRAINT tickets_project_fk FOREIGN KEY (project_id) REFERENCES projects;
ALTER TABLE tickets ADD CONSTRAINT tickets_reporter_fk FOREIGN KEY (reporter_id) REFERENCES users;
ALTER TABLE tickets ADD CONSTRAINT tickets_parent_fk FOREIGN KEY (parent_id) REFERENCES tickets;
ALTER TABLE attachments ADD CONSTRAINT attachments_ticket_fk FOREIGN KEY (ticket_id) REFERENCES tickets;
ALTER TABLE invoices ADD CONSTRAINT invoices_account_fk FOREIGN KEY (account_id) REFERENCES accounts;
ALTER TABLE comments ADD CONSTRAINT comments_ticket_fk FOREIGN KEY (ticket_id) REFERENCES tickets;
