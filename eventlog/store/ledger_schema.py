"""What the ledger has in the store, as texts of migrations (see `ironclad.eventlog.store.migrations`)."""

LEDGER_SQLITE = """
CREATE TABLE IF NOT EXISTS head (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    position INTEGER NOT NULL,
    frontier BLOB
)

INSERT INTO head (number, position) SELECT 1, coalesce(max(position), 0) FROM events WHERE true
ON CONFLICT (number) DO NOTHING
"""

LEDGER_POSTGRESQL = """
CREATE OR REPLACE FUNCTION frontier_grown(frontier BYTEA, first BIGINT, leaves BYTEA[])
RETURNS BYTEA LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    roots BYTEA;
    node BYTEA;
    size BIGINT := first;
    carry BIGINT;
BEGIN
    IF substr(frontier, 1, 8) IS DISTINCT FROM int8send(first) THEN
        RETURN frontier;
    END IF;
    roots := substr(frontier, 9);
    FOREACH node IN ARRAY leaves LOOP
        IF octet_length(node) <> 32 THEN
            RETURN frontier;
        END IF;
        carry := size;
        WHILE carry & 1 = 1 LOOP
            node := sha256(substr(int8send(1), 8) || substr(roots, length(roots) - 31) || node);
            roots := substr(roots, 1, length(roots) - 32);
            carry := carry >> 1;
        END LOOP;
        roots := roots || node;
        size := size + 1;
    END LOOP;
    RETURN int8send(size) || roots;
END $$

CREATE OR REPLACE FUNCTION append_events(
    standing TEXT[], nexts BIGINT[],
    streams TEXT[], versions BIGINT[], names TEXT[], bodies BYTEA[], leaves BYTEA[],
    scopes TEXT[], ids TEXT[], digests BYTEA[], games TEXT[], timelines TEXT[],
    places BIGINT[], counts BIGINT[]
) RETURNS BIGINT LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    last BIGINT;
    known BYTEA;
BEGIN
    SELECT position, frontier INTO last, known FROM head FOR UPDATE;
    IF EXISTS (
        SELECT 1 FROM unnest(standing, nexts) AS next (stream, version) WHERE EXISTS (
            SELECT 1 FROM events WHERE stream = next.stream AND version = next.version OFFSET 0
        )
    ) THEN
        RETURN NULL;
    END IF;
    UPDATE head SET position = last + cardinality(streams), frontier = frontier_grown(known, last, leaves);
    INSERT INTO events (position, stream, version, name, body, leaf)
        SELECT last + number, stream, version, name, body, leaf
        FROM unnest(streams, versions, names, bodies, leaves)
            WITH ORDINALITY AS new (stream, version, name, body, leaf, number);
    INSERT INTO answers (scope, id, digest, game, timeline, position, count)
        SELECT scope, id, digest, game, timeline, last + place, count
        FROM unnest(scopes, ids, digests, games, timelines, places, counts)
            AS new (scope, id, digest, game, timeline, place, count);
    RETURN last + 1;
END $$
"""
"""`head` has the frontier of the Merkle tree over the log: its size (eight bytes, big endian) and its roots,
as `frontier.py` packs them. It is moved in the transaction that appends, so that it is never
ahead of what is committed, nor behind. One that is behind (nothing kept it before this migration) is left as
it is until it is caught up. `append_events` is as before, and grows the frontier.
"""

LEDGER_TABLES = """
CREATE TABLE IF NOT EXISTS tiles (
    level {number} NOT NULL,
    number {number} NOT NULL,
    root {bytes} NOT NULL,
    hashes {bytes} NOT NULL,
    PRIMARY KEY (level, number)
)

CREATE TABLE IF NOT EXISTS leaf_places (
    prefix {number} NOT NULL,
    position {number} NOT NULL,
    PRIMARY KEY (prefix, position)
){by_key}

CREATE TABLE IF NOT EXISTS checkpoints (
    size {number} PRIMARY KEY,
    note TEXT NOT NULL
)

CREATE TABLE IF NOT EXISTS cosignatures (
    size {number} NOT NULL,
    witness TEXT NOT NULL,
    time {number} NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (size, witness)
)

CREATE TABLE IF NOT EXISTS signing (
    number {number} PRIMARY KEY,
    origin TEXT NOT NULL,
    first_key TEXT NOT NULL,
    handovers TEXT NOT NULL,
    condition TEXT NOT NULL,
    reason TEXT NOT NULL
)
"""
"""Full tiles of hashes, and the place of a leaf by the first eight bytes of its hash: both can be made again
from `events`. Checkpoints as they were signed, and the lines of witnesses. What the one process that signs
says of itself.
"""

KEPT_CHECKPOINTS = """
CREATE TABLE IF NOT EXISTS kept_checkpoints (
    position {number} PRIMARY KEY,
    size {number} NOT NULL,
    note TEXT NOT NULL
)

CREATE TABLE IF NOT EXISTS intents (
    position {number} PRIMARY KEY,
    deadline {number} NOT NULL
)

CREATE TABLE IF NOT EXISTS kept_cosignatures (
    position {number} NOT NULL,
    witness TEXT NOT NULL,
    size {number} NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (position, witness)
)
"""
"""Checkpoints that are kept for ever, by the position of the event for whose sake each is. Of the anchors of
chains, which no link may come before, it is the first that was seen to cover them. Of intents at the
tournament level it is the first of each witness (its name and key id) that covers the intent and was cosigned
before the deadline (seconds since 1970). `intents` has those whose deadline is not long past.
"""

BREAKS = """
CREATE TABLE IF NOT EXISTS breaks (
    size {number} PRIMARY KEY,
    note TEXT NOT NULL,
    former TEXT NOT NULL
)
"""
"""What the log says of its breaks, by the sizes that were kept: the signed statement, and the last checkpoint
that is known of the log before ("" for none). `ironclad restore` writes it, and nothing else.
"""
