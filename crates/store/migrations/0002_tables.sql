-- Games that are being played on a server. What is not asked for by a query of its own is in the document, as JSON.

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,     -- with its options: mnk:3,3,3
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'over')),
    version BIGINT NOT NULL CHECK (version >= 1), -- counts changes, so that nobody writes over another's
    updated BIGINT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX tables_by_state ON tables (state, updated);
CREATE INDEX tables_by_time ON tables (updated);

CREATE TABLE table_moves (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,    -- from 0
    move TEXT NOT NULL,
    millis BIGINT,          -- how long the player thought
    value TEXT,             -- what the player made of the position before, as JSON
    PRIMARY KEY (table_id, ply)
);
