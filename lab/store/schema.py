"""The tables of the store, and how older ones become newer ones.

Games are facts: who played under which rules (`lineup`, `condition`, `player`), on which seed and
in which seating. Experiments only ask for them (`asked`). Texts that hold JSON have sorted keys.
"""

from __future__ import annotations

APPLICATION = 0x534D4C42  # "SMLB", the file's own mark
VERSION = 4
PARTS = (
    720  # the tally counts groups by points in this fraction: halves to sixths of four seats fit
)

_FAULT = (
    "CASE WHEN errors > 0 THEN 'It gave no valid move.' "
    "WHEN late > 0 AND player IN (SELECT id FROM player WHERE kind = 'program') "
    "THEN 'It answered late.' ELSE '' END"
)

# from version n to n + 1, each run in one transaction after a copy of the file
MIGRATIONS: dict[int, str] = {
    1: "ALTER TABLE seat ADD COLUMN fault TEXT NOT NULL DEFAULT ''; "
    f"UPDATE seat SET fault = {_FAULT} WHERE errors > 0 OR late > 0;",
    2: "ALTER TABLE seat ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;",
    3: "ALTER TABLE game ADD COLUMN moves TEXT NOT NULL DEFAULT '';",
}
# how a reader sees a file of version n that nobody has brought up to date
_VIEW = "CREATE TEMP VIEW seat AS SELECT *, {} FROM main.seat;"
_GAMES = "CREATE TEMP VIEW game AS SELECT *, '' AS moves FROM main.game;"
SEEN: dict[int, str] = {
    1: _VIEW.format(f"{_FAULT} AS fault, 0 AS warned") + _GAMES,
    2: _VIEW.format("0 AS warned") + _GAMES,
    3: _GAMES,
}

TABLES = """
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE, -- of the files that something is compiled from
  version TEXT NOT NULL DEFAULT '',
  seen REAL
) STRICT;

CREATE TABLE host (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  cpu TEXT NOT NULL DEFAULT '',
  cores INTEGER,
  python TEXT NOT NULL DEFAULT '',
  numba TEXT NOT NULL DEFAULT '',
  speed REAL,
  UNIQUE (name, cpu, python, numba)
) STRICT;

CREATE TABLE condition (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  options TEXT NOT NULL,
  source INTEGER REFERENCES source, -- NULL: unknown
  clock TEXT NOT NULL, -- it, nodes, cpu, wall
  start TEXT NOT NULL -- '' for the game's own starts
) STRICT;
CREATE UNIQUE INDEX condition_is
  ON condition (game, options, coalesce(source, 0), clock, start);

CREATE TABLE player (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL, -- search, program
  text TEXT NOT NULL, -- as --seat takes it
  algorithm TEXT NOT NULL,
  params TEXT NOT NULL,
  weights TEXT NOT NULL,
  budget TEXT NOT NULL,
  source INTEGER REFERENCES source, -- NULL: unknown
  program TEXT NOT NULL,
  program_digest TEXT NOT NULL
) STRICT;

CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  file TEXT NOT NULL,
  shipped INTEGER NOT NULL,
  created REAL NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  games INTEGER NOT NULL DEFAULT 0 -- finished ones among those asked for
) STRICT;

CREATE TABLE lineup (
  id INTEGER PRIMARY KEY,
  condition INTEGER NOT NULL REFERENCES condition,
  players TEXT NOT NULL, -- JSON of their ids by side, in the rotation that sorts first
  owner INTEGER NOT NULL, -- the experiment whose games these are; 0: everybody's
  UNIQUE (condition, players, owner)
) STRICT;

CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  lineup INTEGER NOT NULL REFERENCES lineup,
  seed INTEGER NOT NULL,
  seating INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  host INTEGER REFERENCES host,
  started REAL NOT NULL,
  seconds REAL NOT NULL,
  turns INTEGER NOT NULL,
  reason TEXT NOT NULL,
  error TEXT, -- why it could not be finished; NULL: it was
  tape BLOB,
  replay TEXT,
  moves TEXT NOT NULL DEFAULT '', -- a digest of positions and actions; '' where it is not known
  UNIQUE (lineup, seed, seating, attempt)
) STRICT;
CREATE UNIQUE INDEX finished_once ON game (lineup, seed, seating) WHERE error IS NULL;

CREATE TABLE seat (
  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
  seat INTEGER NOT NULL,
  side INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES player,
  outcome REAL NOT NULL,
  points REAL NOT NULL,
  place INTEGER NOT NULL,
  cpu_s REAL NOT NULL,
  worst_ms REAL NOT NULL,
  decisions INTEGER NOT NULL,
  iterations INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  late INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  fault TEXT NOT NULL DEFAULT '', -- what lost it a turn; '' for nothing
  warned INTEGER NOT NULL DEFAULT 0, -- late answers of a program that counted all the same
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
  seat INTEGER NOT NULL, -- -1 for the match
  key TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (game, seat, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE asked (
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
  part INTEGER NOT NULL, -- point, variant, trial
  turned INTEGER NOT NULL, -- the asker's side 0 is this side of the line-up
  PRIMARY KEY (experiment, game, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_game ON asked (game);

CREATE TABLE tally ( -- finished groups by the mean points of a side
  lineup INTEGER NOT NULL REFERENCES lineup ON DELETE CASCADE,
  side INTEGER NOT NULL,
  parts INTEGER NOT NULL, -- in 720ths
  groups INTEGER NOT NULL,
  games INTEGER NOT NULL,
  PRIMARY KEY (lineup, side, parts)
) STRICT, WITHOUT ROWID;

CREATE TABLE arena (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  condition INTEGER NOT NULL REFERENCES condition,
  created REAL NOT NULL,
  note TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE bot (
  arena INTEGER NOT NULL REFERENCES arena ON DELETE CASCADE,
  name TEXT NOT NULL,
  player INTEGER NOT NULL REFERENCES player,
  role TEXT NOT NULL, -- candidate, benchmark, retired
  since REAL NOT NULL,
  until REAL,
  PRIMARY KEY (arena, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  experiment INTEGER REFERENCES experiment ON DELETE CASCADE,
  at REAL NOT NULL,
  what TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
"""
