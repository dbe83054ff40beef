package store

import (
	"context"
	"database/sql"
	"os"
	"strconv"
)

// Present is the schema of stores that this Beagle makes.
var Present = len(migrations)

// oldestKey is the fact that holds the oldest schema.
const oldestKey = "oldest"

// Oldest is the oldest schema in which something of the run was measured. What a Beagle of
// that time did wrong is in what the run keeps, whoever went on with it since.
func (s *Store) Oldest() (schema int, err error) {
	if found, err := s.Get(oldestKey, &schema); found || err != nil {
		return schema, err
	}
	return oldestCopy(s.path, len(migrations)), nil
}

// oldestCopy is the oldest schema of which a copy stands beside a store of this schema, or this one: the first step from
// 1 to 2 noted nothing, but kept its copy.
func oldestCopy(path string, schema int) int {
	for older := 1; older < schema; older++ {
		if _, err := os.Stat(copyOf(path, older)); err == nil {
			return older
		}
	}
	return schema
}

// SetOldest notes it, where measurements come from another store or none are left.
func (s *Store) SetOldest(schema int) error { return s.Put(oldestKey, schema) }

func noteOldest(ctx context.Context, db *sql.DB, path string, schema int) error {
	var measured bool
	if err := db.QueryRowContext(ctx, "SELECT EXISTS(SELECT 1 FROM observed)").Scan(&measured); err != nil {
		return err
	}
	if schema = oldestCopy(path, schema); !measured {
		schema = len(migrations)
	}
	text := strconv.Itoa(schema)
	_, err := db.ExecContext(ctx, "INSERT OR IGNORE INTO run VALUES(?,?,?)", oldestKey, text, crc(oldestKey, text))
	return err
}
