// Package kept keeps what methods cost at each commit, and says which commit changed it.
//
// All results lie in one SQLite file of the user's. A result has its costs at the inputs of the result that was kept before, so that
// any two results of a method can be compared without learning again.
package kept

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/adrg/xdg"

	"beagle/internal/git"
	"beagle/internal/sqlite"
	"beagle/model"
)

// File is where results are kept: $XDG_STATE_HOME/beagle/costs.db.
func File() string { return filepath.Join(xdg.StateHome, "beagle", "costs.db") }

// Book is the file of all results.
type Book struct{ db *sql.DB }

// version of the table; a file of a later one is not read.
const version = 1

const schema = `CREATE TABLE IF NOT EXISTS result(
  number INTEGER PRIMARY KEY,    -- in the order in which they were kept
  project TEXT NOT NULL, method TEXT NOT NULL, "commit" TEXT NOT NULL,
  value TEXT NOT NULL            -- JSON of a Result
);
CREATE INDEX IF NOT EXISTS of_method ON result(project, method)`

// Open opens the file, or makes it. Errors are of type model.Problem.
func Open(file string) (*Book, error) {
	b, err := open(file)
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Rule: "kept", File: file, Message: "the results of earlier commits cannot be read: " + err.Error(),
			Hint: "check the disk and the folder's permissions, or move the file away to begin a new history",
		}
	}
	return b, nil
}

func open(file string) (*Book, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	db, err := sqlite.Open(file, "synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	var found int
	if err = db.QueryRow("PRAGMA user_version").Scan(&found); err == nil && found > version {
		err = errors.New("a later Beagle wrote them")
	}
	if err == nil {
		_, err = db.Exec(fmt.Sprintf("%s; PRAGMA user_version = %d", schema, version))
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Book{db}, nil
}

// Close lets go of the file.
func (b *Book) Close() error { return b.db.Close() }

// Keep keeps the result of a method, in place of an earlier one of the same commit.
func (b *Book) Keep(at git.Place, method string, r Result) error {
	r.Commit, r.Committed, r.Depth, r.Measured = at.Commit, at.Committed, at.Depth, time.Now().UTC().Truncate(time.Second)
	value, err := json.Marshal(r)
	if err != nil {
		return err
	}
	all, err := b.db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = all.Rollback() }() // does nothing behind Commit
	if _, err := all.Exec(`DELETE FROM result WHERE project = ? AND method = ? AND "commit" = ? AND "commit" <> ''`, at.Project, method, at.Commit); err != nil {
		return err
	}
	if _, err := all.Exec(`INSERT INTO result(project, method, "commit", value) VALUES(?, ?, ?, ?)`, at.Project, method, at.Commit, string(value)); err != nil {
		return err
	}
	return all.Commit()
}

// Inputs are those at which the latest result of a method has costs; nil: none was kept.
func (b *Book) Inputs(project, method string) (all []map[string]any, err error) {
	var value string
	err = b.db.QueryRow("SELECT value FROM result WHERE project = ? AND method = ? ORDER BY number DESC LIMIT 1", project, method).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	var r Result
	if err == nil {
		err = json.Unmarshal([]byte(value), &r)
	}
	for i := range r.At {
		all = append(all, r.At[i].Inputs)
	}
	return all, err
}

// Courses are the methods of a project with their results by commit, in the order of names.
func (b *Book) Courses(project string) ([]Course, error) {
	rows, err := b.db.Query("SELECT method, value FROM result WHERE project = ? ORDER BY method, number", project)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []Course{}
	for rows.Next() {
		var method, value string
		var r Result
		if err := rows.Scan(&method, &value); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(value), &r); err != nil {
			return nil, fmt.Errorf("%s: a result of %s is damaged: %w", File(), method, err)
		}
		if len(all) == 0 || all[len(all)-1].Method != method {
			all = append(all, Course{Method: method})
		}
		c := &all[len(all)-1]
		c.Results = append(c.Results, r)
	}
	for i := range all {
		all[i].order()
	}
	return all, rows.Err()
}

// Projects are the projects that have results, in the order of their names.
func (b *Book) Projects() (all []string, err error) {
	rows, err := b.db.Query("SELECT DISTINCT project FROM result")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	slices.Sort(all)
	return all, rows.Err()
}

// Of are the courses of a project in the user's file; none where the file does not exist.
func Of(project string) ([]Course, error) {
	if _, err := os.Stat(File()); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	b, err := Open(File())
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return b.Courses(project)
}
