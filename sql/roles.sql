-- The logins that Expunge uses, for the database administrator to create once per PostgreSQL server.
-- Run it as a superuser, or as a role with CREATEROLE, with any client; running it again changes nothing.
--
--     psql --file sql/roles.sql
--
-- No password is set here, and a login without one can't log in by password. Set them in a way that keeps them out of
-- logs and histories, such as psql's \password:
--
--     \password expunge_owner
--     \password expunge_eraser
--     \password expunge_verifier
--     \password expunge_compliance
--     \password expunge_intake
--     \password expunge_operator
--
-- Then let the owner create its schema in each of the two databases (`expunge` in the control database,
-- `expunge_intake` in the application's), and the application call the intake functions:
--
--     GRANT CREATE ON DATABASE control_database TO expunge_owner;
--     GRANT CREATE ON DATABASE application_database TO expunge_owner;
--     GRANT expunge_intake TO application_login;
--
-- People act under logins of their own, so that the trail names them. Who operates, and who may approve what another asked
-- for, is a member of one of these roles or of both:
--
--     CREATE ROLE ann LOGIN IN ROLE expunge_operator;
--     CREATE ROLE ben LOGIN IN ROLE expunge_operator, expunge_approver;
--
-- In the application's database, `expunge_owner` needs SELECT and UPDATE on the tenant registry, because its function
-- `reopen` raises the generation there:
--
--     GRANT SELECT, UPDATE ON TABLE tenant_registry TO expunge_owner;

DO $$
BEGIN
    -- Owns and migrates the schemas; nobody works with it from day to day.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_owner') THEN
        CREATE ROLE expunge_owner LOGIN;
    END IF;

    -- Takes requests in, erases, writes receipts; can't write evidence.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_eraser') THEN
        CREATE ROLE expunge_eraser LOGIN;
    END IF;

    -- Looks, writes evidence, decides; can't write tasks.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_verifier') THEN
        CREATE ROLE expunge_verifier LOGIN;
    END IF;

    -- Reads the views.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_compliance') THEN
        CREATE ROLE expunge_compliance LOGIN;
    END IF;

    -- Calls the intake functions, nothing else.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_intake') THEN
        CREATE ROLE expunge_intake LOGIN;
    END IF;

    -- Acts on jobs: resume, hold, pause, cancel. For people's own logins to be members of; a login itself, for where
    -- nobody cares who acted.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_operator') THEN
        CREATE ROLE expunge_operator LOGIN;
    END IF;

    -- Approves. Never a login itself: an approval names the person who gave it.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'expunge_approver') THEN
        CREATE ROLE expunge_approver NOLOGIN;
    END IF;
END
$$;
