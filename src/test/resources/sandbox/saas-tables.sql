-- The sample application: a help desk that many tenants share. Keys and indexes follow in saas-keys.sql, after the data.
CREATE TABLE tenant_registry (
    tenant_id text PRIMARY KEY,
    slug text NOT NULL,
    generation int NOT NULL,
    state text NOT NULL CHECK (state IN ('OPEN', 'CLOSED')),
    closed_at timestamptz,
    fence_lock smallint NOT NULL DEFAULT 0
);

CREATE TABLE accounts (
    id bigint PRIMARY KEY,
    tenant_id text NOT NULL,
    generation int NOT NULL,
    name text NOT NULL,
    billing_email text NOT NULL,
    country char(2) NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE users (
    id bigint PRIMARY KEY,
    tenant_id text NOT NULL,
    generation int NOT NULL,
    account_id bigint NOT NULL,
    full_name text NOT NULL,
    email text NOT NULL,
    phone text,
    created_at timestamptz NOT NULL
);

CREATE TABLE projects (
    id bigint PRIMARY KEY,
    tenant_id text NOT NULL,
    generation int NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE tickets (
    id bigint PRIMARY KEY,
    tenant_id text NOT NULL,
    generation int NOT NULL,
    project_id bigint NOT NULL,
    reporter_id bigint NOT NULL,
    parent_id bigint,
    title text NOT NULL,
    status text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE attachments (
    id bigint PRIMARY KEY,
    tenant_id text NOT NULL,
    generation int NOT NULL,
    ticket_id bigint NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE invoices (
    id bigint PRIMARY KEY,
    tenant_id text NOT NULL,
    generation int NOT NULL,
    account_id bigint NOT NULL,
    number text NOT NULL,
    recipient text NOT NULL,
    amount numeric(12, 2) NOT NULL,
    issued_on date NOT NULL
);

-- No tenant column: a comment belongs to whoever owns its ticket.
CREATE TABLE comments (
    id bigint PRIMARY KEY,
    ticket_id bigint NOT NULL,
    author text NOT NULL,
    body text NOT NULL,
    created_at timestamptz NOT NULL
);
