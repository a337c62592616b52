-- Lives in the application's database, so that a request commits or rolls back with the closing of the tenant.

CREATE TABLE expunge_intake.deletion_request (
    id                text        NOT NULL PRIMARY KEY CHECK (id ~ '^dj_[0-9a-f]{32}$'),
    tenant_id         text        NOT NULL,
    generation        integer     NOT NULL CHECK (generation >= 0),
    reason_code       text        NOT NULL CHECK (reason_code ~ '^[A-Z][A-Z0-9_]{0,59}$'),
    ticket            text        CHECK (ticket ~ '^[A-Za-z0-9#._-]{1,60}$'),
    requested_by      text        NOT NULL,
    requested_at      timestamptz NOT NULL,
    last_requested_at timestamptz NOT NULL,
    not_before        timestamptz,
    -- Set when it has become a deletion job; cleared when it is asked again.
    received_at       timestamptz,
    -- Whether a resource can only be fenced by keeping the tenant closed meanwhile.
    refuses_reopen    boolean     NOT NULL DEFAULT false,
    CONSTRAINT deletion_request_once UNIQUE (tenant_id, generation)
);
CREATE INDEX deletion_request_unreceived_idx ON expunge_intake.deletion_request (requested_at) WHERE received_at IS NULL;
COMMENT ON TABLE expunge_intake.deletion_request IS 'Asked-for erasures, one per tenant generation; written by submit_deletion only';
