-- The events of version 2, for databases of version 1 on their way to version 3.

CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    log INTEGER NOT NULL,
    version INTEGER NOT NULL,
    before INTEGER NOT NULL,
    at INTEGER NOT NULL,
    line TEXT NOT NULL
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
CREATE VIEW next_events AS SELECT log, version, at, line FROM events;
CREATE TRIGGER append INSTEAD OF INSERT ON next_events WHEN NEW.log IS NOT NULL BEGIN
    INSERT INTO events (log, version, before, at, line)
        SELECT log, events, last, NEW.at, NEW.line FROM ends
        WHERE log = NEW.log AND events = NEW.version;
    SELECT RAISE(ABORT, 'it is not the next event of its log') WHERE changes() = 0;
    UPDATE ends
        SET events = events + 1,
            last = last_insert_rowid(),
            played = played OR instr(NEW.line, 'moved' || char(9)) > 0
        WHERE log = NEW.log;
END;
