-- What the verifying runs write. Append-only but for verification_run.finished_at.

CREATE TABLE expunge.verification_run (
    run_id           VARCHAR(120)             NOT NULL PRIMARY KEY,
    software_version VARCHAR(60)              NOT NULL,
    started_at       TIMESTAMP WITH TIME ZONE NOT NULL,
    finished_at      TIMESTAMP WITH TIME ZONE
);

-- Whether a store held anything that the catalog doesn't name, once per store, catalog and run.
CREATE TABLE expunge.drift_check (
    id           BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id       VARCHAR(120)             NOT NULL REFERENCES expunge.verification_run (run_id),
    catalog_hash VARCHAR(80)              NOT NULL,
    store        VARCHAR(80)              NOT NULL,
    outcome      VARCHAR(10)              NOT NULL CHECK (outcome IN ('CLEAN', 'DRIFT', 'UNKNOWN')),
    code         VARCHAR(100),
    findings     VARCHAR(4000)            NOT NULL,
    checked_at   TIMESTAMP WITH TIME ZONE NOT NULL,
    row_hash     VARCHAR(64)              NOT NULL,
    CONSTRAINT drift_check_once UNIQUE (run_id, catalog_hash, store)
);

CREATE TABLE expunge.evidence (
    id               BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id           VARCHAR(120)             NOT NULL REFERENCES expunge.verification_run (run_id),
    job_id           VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    reference_key    VARCHAR(60)              NOT NULL,
    tenant_ref       VARCHAR(64)              NOT NULL,
    generation       INTEGER                  NOT NULL,
    task_id          VARCHAR(60)              NOT NULL REFERENCES expunge.deletion_task (id),
    resource_id      VARCHAR(80)              NOT NULL,
    location         VARCHAR(80)              NOT NULL,
    round            INTEGER                  NOT NULL,
    look             INTEGER                  NOT NULL,
    verdict          VARCHAR(10)              NOT NULL CHECK (verdict IN ('EMPTY', 'RESIDUE', 'UNKNOWN', 'RETAINED')),
    gap_code         VARCHAR(40),
    store_code       VARCHAR(100),
    residue          BIGINT,
    ungenerated      BIGINT,
    later            BIGINT,
    baseline         BIGINT,
    control          VARCHAR(10)              NOT NULL CHECK (control IN ('SEEN', 'NOT_SEEN', 'NOT_ASKED')),
    probe            VARCHAR(2000)            NOT NULL,
    credentials      VARCHAR(100)             NOT NULL,
    fence            VARCHAR(20)              NOT NULL,
    erased_position  VARCHAR(400)             NOT NULL,
    probe_position   VARCHAR(400)             NOT NULL,
    plan_hash        VARCHAR(80)              NOT NULL,
    policy_version   VARCHAR(60)              NOT NULL,
    catalog_hash     VARCHAR(80)              NOT NULL,
    software_version VARCHAR(60)              NOT NULL,
    requested_at     TIMESTAMP WITH TIME ZONE NOT NULL,
    observed_at      TIMESTAMP WITH TIME ZONE NOT NULL,
    previous_hash    VARCHAR(64)              NOT NULL,
    row_hash         VARCHAR(64)              NOT NULL,
    CONSTRAINT evidence_once_per_run UNIQUE (run_id, task_id)
);
CREATE INDEX evidence_task_idx ON expunge.evidence (task_id, round, id);
CREATE INDEX evidence_job_idx ON expunge.evidence (job_id, id);

-- One per verifying run, over all that the gate reads of it. chain_position makes a cut or a fork visible.
CREATE TABLE expunge.evidence_seal (
    chain_position     BIGINT                   NOT NULL PRIMARY KEY,
    run_id             VARCHAR(120)             NOT NULL UNIQUE REFERENCES expunge.verification_run (run_id),
    leaf_count         BIGINT                   NOT NULL,
    merkle_root        VARCHAR(64)              NOT NULL,
    previous_seal_hash VARCHAR(64)              NOT NULL,
    seal_hash          VARCHAR(64)              NOT NULL,
    sealed_at          TIMESTAMP WITH TIME ZONE NOT NULL
);
