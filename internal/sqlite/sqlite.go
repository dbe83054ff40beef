// Package sqlite opens SQLite files that are the user's alone.
package sqlite

import (
	"database/sql"
	"net/url"
	"os"

	_ "modernc.org/sqlite" // the driver
)

// Open is one connection to a file, which is made where there is none. Nothing is read before the first query. Other processes are
// waited for ten seconds, a transaction takes the file when it begins, and the pragmas hold for the connection.
func Open(path string, pragmas ...string) (*sql.DB, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	query := url.Values{"_pragma": append([]string{"busy_timeout(10000)"}, pragmas...), "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}
