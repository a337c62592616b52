-- Who is to be told of what, once. Written in the transaction of the state that it tells of, a row per channel; told after it,
-- and again by a later run where a channel failed.
CREATE TABLE expunge.notification (
    id               BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    told_once        VARCHAR(300)             NOT NULL,
    channel          VARCHAR(20)              NOT NULL,
    kind             VARCHAR(20)              NOT NULL CHECK (kind IN ('JOB_BLOCKED', 'DEAD_LETTER', 'LOOKS_UNKNOWN',
                                                                       'JOB_VERIFIED')),
    job_id           VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    recipient_kind   VARCHAR(10)              NOT NULL CHECK (recipient_kind IN ('OWNER', 'SUBMITTER')),
    recipient        VARCHAR(200)             NOT NULL,
    reason           VARCHAR(40),
    resources        VARCHAR(4000)            NOT NULL,
    error_store      VARCHAR(80),
    error_class      VARCHAR(40),
    error_code       VARCHAR(100),
    created_at       TIMESTAMP WITH TIME ZONE NOT NULL,
    attempts         INTEGER                  DEFAULT 0 NOT NULL,
    tried_at         TIMESTAMP WITH TIME ZONE,
    delivered_at     TIMESTAMP WITH TIME ZONE,
    last_failure     VARCHAR(60),
    CONSTRAINT notification_once UNIQUE (told_once, channel)
);
CREATE INDEX notification_due_idx ON expunge.notification (delivered_at, attempts, id);
