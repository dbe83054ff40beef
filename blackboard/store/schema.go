package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// applicationID marks the file as ours ("Beag") for file(1) and for us.
const applicationID = 0x42656167

// migrations lead from one schema to the next; their number is the version.
// Released ones are never changed.
var migrations = []string{`
CREATE TABLE run(                     -- facts about the run
  key TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE contribution(            -- what happened, in order
  number INTEGER PRIMARY KEY, tool TEXT NOT NULL, time TEXT NOT NULL,
  ruled INTEGER NOT NULL, rounds INTEGER NOT NULL
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
  crc INTEGER NOT NULL, PRIMARY KEY(element, number)
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
CREATE TABLE to_measure(element TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE problem(
  number INTEGER PRIMARY KEY, contribution INTEGER NOT NULL, value TEXT NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE decision(                -- what people decided
  element TEXT PRIMARY KEY, value TEXT NOT NULL, time TEXT NOT NULL, crc INTEGER NOT NULL
) WITHOUT ROWID;
`, `
ALTER TABLE parameterisation ADD COLUMN records REAL NOT NULL DEFAULT 0; -- of exact quantities: observations that were recorded; 0: all
`, `
ALTER TABLE parameterisation ADD COLUMN launches INTEGER NOT NULL DEFAULT 0; -- of exact quantities: that brought observations; 0: each brought one
ALTER TABLE parameterisation ADD COLUMN last INTEGER NOT NULL DEFAULT -1;    -- of exact quantities: the latest of these launches; -1: of an older schema
ALTER TABLE contribution ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;          -- 0: of an older schema, without one
ALTER TABLE to_measure ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
`}

// ErrForeign marks a file that is no store of ours.
var ErrForeign = errors.New("the file is not a Beagle run")

// migrate brings the file to the present schema. Before an older one is
// changed it is copied to <file>.v<version>, and that something was measured with it is noted.
func migrate(ctx context.Context, db *sql.DB, path string) error {
	var id, version int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case id == 0 && version == 0:
		var tables int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
			return err
		}
		if tables > 0 {
			return ErrForeign
		}
	case id != applicationID:
		return ErrForeign
	case version > len(migrations):
		return fmt.Errorf("the run was written by a newer Beagle (schema %d, this one knows %d); use that one", version, len(migrations))
	}
	if version > 0 && version < len(migrations) {
		if err := noteOldest(ctx, db, path, version); err != nil {
			return err
		}
	}
	for next := version; next < len(migrations); next++ {
		if version > 0 { // else it is a new file
			if err := backup(ctx, db, copyOf(path, next)); err != nil {
				return fmt.Errorf("copying the run before its schema changes: %w", err)
			}
		}
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		for _, script := range []string{
			migrations[next], fmt.Sprintf("PRAGMA application_id=%d", applicationID), fmt.Sprintf("PRAGMA user_version=%d", next+1),
		} {
			if _, err := tx.ExecContext(ctx, script); err != nil {
				return errors.Join(err, tx.Rollback())
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func copyOf(path string, schema int) string { return fmt.Sprintf("%s.v%d", path, schema) }

func backup(ctx context.Context, db *sql.DB, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil // of an earlier attempt; the first copy is the one to keep
	}
	part := to + ".part"
	_ = os.Remove(part)
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return err
	}
	if err := os.Chmod(part, 0o600); err != nil {
		return err
	}
	return os.Rename(part, to)
}
