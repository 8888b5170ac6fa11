CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    leaf BLOB NOT NULL,
    UNIQUE (stream, version)
);
CREATE TRIGGER IF NOT EXISTS events_never_updated BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no event is changed'); END;
CREATE TRIGGER IF NOT EXISTS events_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no event is deleted'); END;
CREATE TRIGGER IF NOT EXISTS events_never_replaced BEFORE INSERT ON events
WHEN NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events)
  OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: this place in it is taken, or leaves a gap'); END;

CREATE TABLE IF NOT EXISTS tracking (
    application TEXT PRIMARY KEY,
    position INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
    scope TEXT NOT NULL,
    id TEXT NOT NULL,
    digest BLOB NOT NULL,
    game TEXT NOT NULL,
    timeline TEXT NOT NULL,
    position INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (scope, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refusals (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL,
    request BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS blobs (digest TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS players (player TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    hash BLOB PRIMARY KEY,
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    player TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_by_player ON tokens (player);
CREATE TABLE IF NOT EXISTS games_list (
    game TEXT PRIMARY KEY,
    opened INTEGER NOT NULL UNIQUE,
    summary BLOB NOT NULL
);

CREATE TABLE IF NOT EXISTS stored_positions (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (stream, version)
);
