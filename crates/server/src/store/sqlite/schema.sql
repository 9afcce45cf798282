-- A log and what belongs to it. `id` is the table's name in its link.
CREATE TABLE logs (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    anyone INTEGER NOT NULL
) STRICT;

-- Who holds a seat: the SHA-256 of their token, by the side the seat had when the table was opened.
CREATE TABLE seats (
    log INTEGER NOT NULL,
    home INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (log, home)
) STRICT, WITHOUT ROWID;
