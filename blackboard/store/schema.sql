CREATE TABLE run(                     -- facts about the run
  key TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE contribution(            -- what happened, in order
  number INTEGER PRIMARY KEY, tool TEXT NOT NULL, time TEXT NOT NULL,
  ruled INTEGER NOT NULL, rounds INTEGER NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE observed(                -- how often an element was observed
  element TEXT PRIMARY KEY, variables TEXT NOT NULL, observations REAL NOT NULL, missed INTEGER NOT NULL,
  parameterisations INTEGER NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE parameterisation(        -- observations with the same inputs (and, of exact quantities, the same value)
  element TEXT NOT NULL, number INTEGER NOT NULL, inputs TEXT NOT NULL, value TEXT NOT NULL,
  n INTEGER NOT NULL, weight REAL NOT NULL, min REAL, max REAL, mean REAL, m2 REAL,
  launch INTEGER NOT NULL, seq INTEGER NOT NULL,
  samples TEXT NOT NULL,              -- [value, launch, sequence number] of the measurements that are kept
  crc INTEGER NOT NULL,
  records REAL NOT NULL,              -- of exact quantities: observations that were recorded; 0: all
  launches INTEGER NOT NULL,          -- of exact quantities: that brought observations; 0: each brought one
  last INTEGER NOT NULL,              -- of exact quantities: the latest of these launches
  PRIMARY KEY(element, number)
) WITHOUT ROWID;
CREATE TABLE proposal(                -- in order of arrival
  element TEXT NOT NULL, number INTEGER NOT NULL, analyser TEXT NOT NULL,
  expression TEXT NOT NULL,           -- for people
  tree TEXT NOT NULL, why TEXT NOT NULL, contribution INTEGER NOT NULL,
  crc INTEGER NOT NULL, PRIMARY KEY(element, number)
) WITHOUT ROWID;
CREATE TABLE judgement(               -- the judge's latest word
  element TEXT PRIMARY KEY, verdict TEXT NOT NULL, grades TEXT NOT NULL, history TEXT NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE state(                   -- private state of tools
  key TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE to_measure(element TEXT PRIMARY KEY, crc INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE problem(
  number INTEGER PRIMARY KEY, contribution INTEGER NOT NULL, value TEXT NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE decision(                -- what people decided
  element TEXT PRIMARY KEY, value TEXT NOT NULL, time TEXT NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
