-- One text for SQLite and PostgreSQL. Ids are 32 hexadecimal digits, times milliseconds since 1970 (UTC),
-- everything with a structure of its own is JSON.

CREATE TABLE opponents (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('human', 'engine', 'bot')),
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    UNIQUE (kind, name)
);

CREATE TABLE runs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    begun BIGINT NOT NULL,
    ended BIGINT,
    summary TEXT
);
CREATE INDEX runs_by_time ON runs (begun);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,   -- with its options: mnk:3,3,3
    family TEXT NOT NULL, -- without them: mnk
    players BIGINT NOT NULL,
    result TEXT NOT NULL, -- * while the game goes on
    plies BIGINT NOT NULL,
    played BIGINT NOT NULL,
    run TEXT REFERENCES runs (id),
    record TEXT NOT NULL
);
CREATE INDEX games_by_time ON games (played, id);
CREATE INDEX games_by_game ON games (game, played, id);
CREATE INDEX games_by_run ON games (run, played, id);

CREATE TABLE game_players (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL, -- from 0
    name TEXT NOT NULL,
    opponent TEXT REFERENCES opponents (id),
    verdict TEXT CHECK (verdict IN ('win', 'draw', 'loss')),
    PRIMARY KEY (game, seat)
);
CREATE INDEX game_players_by_opponent ON game_players (opponent, game);

-- The score is the sum of results, 0 to 1 each. Sums stay whole numbers below 2^53; SQLite would turn an integer
-- that overflows into a floating-point number, and the constraint refuses that.
CREATE TABLE book (
    scope TEXT NOT NULL,  -- '' for everybody, or the id of an opponent
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    move TEXT NOT NULL,
    visits BIGINT NOT NULL CHECK (visits BETWEEN 0 AND 9007199254740991),
    score DOUBLE PRECISION NOT NULL CHECK (score >= 0 AND score <= visits),
    PRIMARY KEY (scope, game, position, move)
);

CREATE TABLE profiles (
    opponent TEXT NOT NULL REFERENCES opponents (id),
    family TEXT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    taken BIGINT NOT NULL,
    profile TEXT, -- none: forgotten on request, the next one begins anew
    PRIMARY KEY (opponent, family, version)
);
