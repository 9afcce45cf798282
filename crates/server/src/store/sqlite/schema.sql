-- The schema of version 3. `schema.rs` sets the version and the application id.

-- Which events a program must know to read this file: a program that knows fewer leaves it alone.
CREATE TABLE format (vocabulary INTEGER NOT NULL) STRICT;
INSERT INTO format VALUES (1);

-- A log and what belongs to it. `id` is the table's name in its link. `epoch` goes up when the log is
-- restored from a copy.
CREATE TABLE logs (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    anyone INTEGER NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

-- Who holds a seat: the SHA-256 of their token, by the side the seat had when the table was opened.
CREATE TABLE seats (
    log INTEGER NOT NULL,
    home INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (log, home)
) STRICT, WITHOUT ROWID;

-- The seats that a token opens are looked for by its hash.
CREATE INDEX seats_by_hash ON seats (hash);

-- The events of all logs, in the order in which they were stored; each knows the one before it in its
-- log. So whatever is stored together lies together, and a commit writes few pages, however many games
-- it is about. Sorted by log, every game would have a page of its own, written anew for every move.
--
-- `at` is when the event was stored, in milliseconds of the store's own clock; `holder` is who used the
-- idempotency key in it; `hash` is that of the log up to here.
CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    log INTEGER NOT NULL,
    version INTEGER NOT NULL,
    before INTEGER NOT NULL,
    at INTEGER NOT NULL,
    holder INTEGER,
    hash BLOB NOT NULL,
    event TEXT NOT NULL
) STRICT;

-- Where each log ends: how many events it has, the last of them, and whether a move was ever played. Many
-- of these fit on a page.
CREATE TABLE ends (
    log INTEGER PRIMARY KEY,
    events INTEGER NOT NULL,
    last INTEGER NOT NULL,
    played INTEGER NOT NULL
) STRICT;

-- The only way to append an event: it must be the next one of its log. So of two writers who append
-- the same version, one is refused.
CREATE VIEW next_events AS SELECT log, version, at, holder, hash, event FROM events;
CREATE TRIGGER append INSTEAD OF INSERT ON next_events WHEN NEW.log IS NOT NULL BEGIN
    INSERT INTO events (log, version, before, at, holder, hash, event)
        SELECT log, events, last, NEW.at, NEW.holder, NEW.hash, NEW.event FROM ends
        WHERE log = NEW.log AND events = NEW.version;
    SELECT RAISE(ABORT, 'it is not the next event of its log') WHERE changes() = 0;
    UPDATE ends
        SET events = events + 1,
            last = last_insert_rowid(),
            played = played OR instr(NEW.event, '{"type":"moved"') = 1
        WHERE log = NEW.log;
END;
