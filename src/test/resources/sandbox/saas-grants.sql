-- What the product's store logins may do; run as saas_app, which owns the tables.
GRANT SELECT, DELETE ON accounts, users, projects, tickets, attachments, invoices, comments TO saas_eraser;
GRANT UPDATE (parent_id) ON tickets TO saas_eraser;
GRANT SELECT, UPDATE (state, closed_at, fence_lock) ON tenant_registry TO saas_eraser;

GRANT SELECT ON ALL TABLES IN SCHEMA public TO saas_verifier;
ALTER DEFAULT PRIVILEGES FOR ROLE saas_app IN SCHEMA public GRANT SELECT ON TABLES TO saas_verifier;

-- Owns the function that raises the generation when a tenant comes back.
GRANT SELECT, UPDATE ON tenant_registry TO expunge_owner;
