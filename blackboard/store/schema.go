package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
)

// applicationID marks the file as ours ("Beag") for file(1) and for us.
const applicationID = 0x42656167

// version is the schema's: a store of another one is not read. It is three, as runs from 26 November 2026 on are.
const version = 3

//go:embed schema.sql
var schema string

// ErrForeign marks a file that is no store of ours.
var ErrForeign = errors.New("the file is not a Beagle run")

// prepare makes the tables of a new file, and refuses files that are no stores of this schema.
func prepare(ctx context.Context, db *sql.DB) error {
	var id, found, tables int
	err := db.QueryRowContext(ctx, "SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)").
		Scan(&id, &found, &tables)
	switch {
	case err != nil:
		return err
	case id == applicationID && found == version:
		return nil
	case id == applicationID:
		return fmt.Errorf("another version of Beagle wrote the run (schema %d, this one reads %d)", found, version)
	case id != 0 || found != 0 || tables > 0:
		return ErrForeign
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("%s; PRAGMA application_id=%d; PRAGMA user_version=%d", schema, applicationID, version)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
