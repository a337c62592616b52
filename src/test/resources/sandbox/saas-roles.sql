-- The logins of the sample application, beside those of sql/roles.sql.
CREATE ROLE saas_app LOGIN;
CREATE ROLE saas_eraser LOGIN;
CREATE ROLE saas_verifier LOGIN;
GRANT expunge_intake TO saas_app;
