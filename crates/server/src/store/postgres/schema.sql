-- What nodes share, in one PostgreSQL database. Times are milliseconds of the database's own clock, by
-- which all nodes go.

CREATE FUNCTION parlor_now() RETURNS bigint LANGUAGE sql VOLATILE
    RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;

-- One row. `vocabulary`: which events a program must know to read what is stored; a program that knows
-- fewer does not start. `up_since`: since when there has always been a node.
CREATE TABLE cluster (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    vocabulary integer NOT NULL,
    up_since bigint NOT NULL
);
INSERT INTO cluster (vocabulary, up_since) VALUES (1, parlor_now());

-- The servers that run, when each was last seen, and the events that it knows.
CREATE TABLE nodes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    seen bigint NOT NULL,
    vocabulary integer NOT NULL
);

-- A log and where it ends. `id` is the table's name in its link; `first_token` and `second_token` are the
-- SHA-256 of the token that opens each seat; `epoch` goes up when the log is restored from a copy;
-- `appended` is when something was last appended, and `used` when it was last read to be played at.
--
-- A row is updated for each move. None of the columns that change then is in an index, and there is room
-- left on each page, so that the new row is written beside the old one (a heap-only tuple).
CREATE TABLE logs (
    key bigint PRIMARY KEY,
    id text NOT NULL UNIQUE,
    secret bytea NOT NULL,
    anyone boolean NOT NULL,
    epoch integer NOT NULL,
    first_token bytea,
    second_token bytea,
    events integer NOT NULL,
    played boolean NOT NULL,
    appended bigint NOT NULL,
    used bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX logs_by_first_token ON logs (first_token) WHERE first_token IS NOT NULL;
CREATE INDEX logs_by_second_token ON logs (second_token) WHERE second_token IS NOT NULL;

-- The events of all logs. `holder` is who used the idempotency key in it, and for what; `hash` is that of the log up to
-- here. The type `json` keeps the text as it is, which is what the hash is of.
CREATE TABLE events (
    log bigint NOT NULL,
    version integer NOT NULL,
    at bigint NOT NULL,
    holder bigint,
    hash bytea NOT NULL,
    event json NOT NULL,
    PRIMARY KEY (log, version)
);

-- The tables where a player waits to be paired with any other, and the node that they are connected to.
CREATE TABLE seeks (
    log bigint PRIMARY KEY,
    id text NOT NULL,
    seek text NOT NULL,
    ticket bigint NOT NULL,
    node bigint NOT NULL,
    since bigint NOT NULL,
    taken_until bigint NOT NULL
);

-- Which node has the computer think about its turn. After a crash of the database it is claimed anew.
CREATE UNLOGGED TABLE claims (
    log bigint PRIMARY KEY,
    version integer NOT NULL,
    until bigint NOT NULL
);

-- How many tables were set from which network: the theoretical arrival time of the generic cell rate
-- algorithm (GCRA).
CREATE UNLOGGED TABLE table_limits (
    network text PRIMARY KEY,
    arrival bigint NOT NULL
);
