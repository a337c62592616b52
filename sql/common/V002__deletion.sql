-- Deletion jobs, their tasks and what the erasing runs write. Portable: PostgreSQL, and H2 in PostgreSQL mode for the fast
-- tests. What only PostgreSQL can do (gate, append-only, grants) stands in ../postgresql.

CREATE TABLE expunge.catalog_snapshot (
    hash           VARCHAR(80)              NOT NULL PRIMARY KEY,
    policy_version VARCHAR(60)              NOT NULL,
    content        VARCHAR(10000000)        NOT NULL,
    created_at     TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);

-- One row. Moved by a conditional write on version, so that an old process can't set it back.
CREATE TABLE expunge.catalog_current (
    singleton  SMALLINT                 NOT NULL PRIMARY KEY CHECK (singleton = 1),
    hash       VARCHAR(80)              NOT NULL REFERENCES expunge.catalog_snapshot (hash),
    version    BIGINT                   NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE expunge.deletion_job (
    id               VARCHAR(40)              NOT NULL PRIMARY KEY,
    reference_key    VARCHAR(60)              NOT NULL,
    tenant_ref       VARCHAR(64)              NOT NULL,
    -- Working data: cleared when the watch ends.
    tenant_id        VARCHAR(1024),
    generation       INTEGER                  NOT NULL CHECK (generation >= 0),
    -- Working data: the registry's attributes, JSON.
    attributes       VARCHAR(10000),
    catalog_hash     VARCHAR(80)              NOT NULL REFERENCES expunge.catalog_snapshot (hash),
    state            VARCHAR(24)              NOT NULL CHECK (state IN ('ACCEPTED', 'RUNNING', 'AWAITING_VERIFICATION',
                                                                        'WAITING_RETRY', 'BLOCKED', 'VERIFIED',
                                                                        'CANCELLED', 'FAILED')),
    block_reason     VARCHAR(40),
    generation_met   INTEGER,
    stage            VARCHAR(24)              NOT NULL,
    state_version    BIGINT                   DEFAULT 0 NOT NULL,
    state_since      TIMESTAMP WITH TIME ZONE NOT NULL,
    round            INTEGER                  DEFAULT 1 NOT NULL CHECK (round >= 1),
    reason_code      VARCHAR(60)              NOT NULL,
    ticket           VARCHAR(100),
    requested_by     VARCHAR(100)             NOT NULL,
    requested_at     TIMESTAMP WITH TIME ZONE NOT NULL,
    not_before       TIMESTAMP WITH TIME ZONE NOT NULL,
    next_retry_at    TIMESTAMP WITH TIME ZONE,
    next_look_at     TIMESTAMP WITH TIME ZONE,
    target_at        TIMESTAMP WITH TIME ZONE NOT NULL,
    expected_at      TIMESTAMP WITH TIME ZONE,
    last_error_class VARCHAR(40),
    last_error_code  VARCHAR(100),
    last_error_store VARCHAR(80),
    waits            INTEGER                  DEFAULT 0 NOT NULL,
    unknown_looks    INTEGER                  DEFAULT 0 NOT NULL,
    lease_owner      VARCHAR(60),
    lease_token      BIGINT                   DEFAULT 0 NOT NULL,
    lease_until      TIMESTAMP WITH TIME ZONE,
    run_id           VARCHAR(120),
    frozen_at        TIMESTAMP WITH TIME ZONE,
    plan_hash        VARCHAR(80),
    verified_at      TIMESTAMP WITH TIME ZONE,
    CONSTRAINT deletion_job_once UNIQUE (reference_key, tenant_ref, generation),
    CONSTRAINT deletion_job_block_reason CHECK ((state = 'BLOCKED') = (block_reason IS NOT NULL))
);
CREATE INDEX deletion_job_state_idx ON expunge.deletion_job (state, next_retry_at, next_look_at);
CREATE INDEX deletion_job_run_idx ON expunge.deletion_job (run_id);

-- Which state may follow which; the code has the same table, a test compares them, and on PostgreSQL a trigger holds it.
CREATE TABLE expunge.deletion_job_transition (
    from_state VARCHAR(24) NOT NULL,
    to_state   VARCHAR(24) NOT NULL,
    PRIMARY KEY (from_state, to_state)
);
INSERT INTO expunge.deletion_job_transition (from_state, to_state)
VALUES ('ACCEPTED', 'RUNNING'),
       ('ACCEPTED', 'CANCELLED'),
       ('ACCEPTED', 'BLOCKED'),
       ('ACCEPTED', 'FAILED'),
       ('CANCELLED', 'ACCEPTED'),
       ('RUNNING', 'RUNNING'),
       ('RUNNING', 'AWAITING_VERIFICATION'),
       ('RUNNING', 'WAITING_RETRY'),
       ('RUNNING', 'BLOCKED'),
       ('RUNNING', 'FAILED'),
       ('WAITING_RETRY', 'RUNNING'),
       ('WAITING_RETRY', 'FAILED'),
       ('AWAITING_VERIFICATION', 'AWAITING_VERIFICATION'),
       ('AWAITING_VERIFICATION', 'WAITING_RETRY'),
       ('AWAITING_VERIFICATION', 'BLOCKED'),
       ('AWAITING_VERIFICATION', 'VERIFIED'),
       ('AWAITING_VERIFICATION', 'FAILED'),
       ('VERIFIED', 'WAITING_RETRY'),
       ('VERIFIED', 'BLOCKED'),
       ('BLOCKED', 'WAITING_RETRY'),
       ('BLOCKED', 'FAILED'),
       ('FAILED', 'WAITING_RETRY');

CREATE TABLE expunge.deletion_task (
    id                 VARCHAR(60)              NOT NULL PRIMARY KEY,
    job_id             VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    resource_id        VARCHAR(80)              NOT NULL,
    location           VARCHAR(80)              NOT NULL,
    store              VARCHAR(80)              NOT NULL,
    resource_type      VARCHAR(20)              NOT NULL,
    wave               VARCHAR(10)              NOT NULL CHECK (wave IN ('PRIMARY', 'DERIVED', 'BACKUP')),
    position_in_plan   INTEGER                  NOT NULL,
    required           BOOLEAN                  NOT NULL,
    fence              VARCHAR(20)              NOT NULL,
    second_look_millis BIGINT                   NOT NULL,
    state              VARCHAR(20)              NOT NULL CHECK (state IN ('PENDING', 'RUNNING', 'ERASED',
                                                                          'ALREADY_ABSENT', 'ANONYMISED', 'EXPIRING',
                                                                          'RETAINED', 'WAITING_RETRY', 'BLOCKED')),
    block_reason       VARCHAR(40),
    generation_met     INTEGER,
    round              INTEGER                  NOT NULL,
    baseline           BIGINT,
    erased             BIGINT                   DEFAULT 0 NOT NULL,
    erased_this_round  BIGINT                   DEFAULT 0 NOT NULL,
    slices             BIGINT                   DEFAULT 0 NOT NULL,
    retries            INTEGER                  DEFAULT 0 NOT NULL,
    throttled          INTEGER                  DEFAULT 0 NOT NULL,
    failures           INTEGER                  DEFAULT 0 NOT NULL,
    horizon            VARCHAR(400),
    -- Working data: may hold a key of the tenant's.
    resume_point       VARCHAR(4000),
    sweep_again        BOOLEAN                  DEFAULT FALSE NOT NULL,
    last_error_class   VARCHAR(40),
    last_error_code    VARCHAR(100),
    requested_at       TIMESTAMP WITH TIME ZONE NOT NULL,
    started_at         TIMESTAMP WITH TIME ZONE,
    last_progress_at   TIMESTAMP WITH TIME ZONE,
    finished_at        TIMESTAMP WITH TIME ZONE,
    CONSTRAINT deletion_task_once UNIQUE (job_id, resource_id, location),
    CONSTRAINT deletion_task_block_reason CHECK ((state = 'BLOCKED') = (block_reason IS NOT NULL))
);

-- What a run is to do, written once when its plans are sealed and never changed; the partitioner reads only this, so a
-- restart offers the framework the same names. task_ids: separated by blanks.
CREATE TABLE expunge.run_partition (
    batch_job     VARCHAR(40)     NOT NULL,
    run_id        VARCHAR(120)    NOT NULL,
    wave          VARCHAR(10)     NOT NULL,
    name          VARCHAR(60)     NOT NULL,
    job_id        VARCHAR(40)     NOT NULL REFERENCES expunge.deletion_job (id),
    round         INTEGER         NOT NULL,
    resource_type VARCHAR(20)     NOT NULL,
    task_ids      VARCHAR(100000) NOT NULL,
    PRIMARY KEY (batch_job, run_id, wave, name, job_id)
);
CREATE INDEX run_partition_job_idx ON expunge.run_partition (job_id);

-- Append-only: what a store acknowledged for a task in a round.
CREATE TABLE expunge.receipt (
    id          BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id     VARCHAR(60)              NOT NULL REFERENCES expunge.deletion_task (id),
    job_id      VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    round       INTEGER                  NOT NULL,
    end_state   VARCHAR(20)              NOT NULL,
    baseline    BIGINT,
    erased      BIGINT                   NOT NULL,
    fence       VARCHAR(20)              NOT NULL,
    horizon     VARCHAR(400)             NOT NULL,
    position    VARCHAR(400)             NOT NULL,
    run_id      VARCHAR(120)             NOT NULL,
    lease_token BIGINT                   NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT receipt_once UNIQUE (task_id, round)
);

-- What a person must look at. The locator is working data; the item itself appears only as a hash.
CREATE TABLE expunge.dead_letter (
    id          BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id     VARCHAR(60)              NOT NULL REFERENCES expunge.deletion_task (id),
    job_id      VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    round       INTEGER                  NOT NULL,
    store       VARCHAR(80)              NOT NULL,
    error_class VARCHAR(40)              NOT NULL,
    error_code  VARCHAR(100)             NOT NULL,
    item_hash   VARCHAR(80),
    locator     VARCHAR(4000),
    owner       VARCHAR(200)             NOT NULL,
    opened_at   TIMESTAMP WITH TIME ZONE NOT NULL,
    closed_at   TIMESTAMP WITH TIME ZONE,
    resolution  VARCHAR(40)
);
CREATE INDEX dead_letter_job_idx ON expunge.dead_letter (job_id);

-- Append-only: a hold is in force while the tenant's latest row says PLACED.
CREATE TABLE expunge.legal_hold (
    id            BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reference_key VARCHAR(60)              NOT NULL,
    tenant_ref    VARCHAR(64)              NOT NULL,
    action        VARCHAR(10)              NOT NULL CHECK (action IN ('PLACED', 'RELEASED')),
    reason_code   VARCHAR(60)              NOT NULL,
    actor         VARCHAR(100)             NOT NULL,
    recorded_at   TIMESTAMP WITH TIME ZONE NOT NULL
);
CREATE INDEX legal_hold_tenant_idx ON expunge.legal_hold (reference_key, tenant_ref, id);

-- A row stops every process within one slice; store '*' is all of them.
CREATE TABLE expunge.pause (
    store       VARCHAR(80)              NOT NULL PRIMARY KEY,
    reason_code VARCHAR(60)              NOT NULL,
    actor       VARCHAR(100)             NOT NULL,
    since       TIMESTAMP WITH TIME ZONE NOT NULL
);

-- Append-only.
CREATE TABLE expunge.audit_event (
    id          BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    actor       VARCHAR(100)             NOT NULL,
    action      VARCHAR(60)              NOT NULL,
    job_id      VARCHAR(40),
    run_id      VARCHAR(120),
    detail      VARCHAR(1000)            NOT NULL
);
CREATE INDEX audit_event_job_idx ON expunge.audit_event (job_id, id);
