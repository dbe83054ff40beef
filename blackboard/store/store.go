// Package store keeps a blackboard on disk, in one SQLite file that a person can read with sqlite3. Each contribution
// is one transaction, durable when Commit returns (synchronous=FULL), so that a crash, a power cut or a lost
// connection loses at most the contribution in flight.
package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"beagle/internal/sqlite"
	"beagle/model"
)

// Store is one run on disk.
type Store struct {
	db   *sql.DB
	path string
	now  func() time.Time

	mu   sync.Mutex
	next map[model.ElementID]int // number of the next proposal
}

// Open opens the store, or makes an empty one where there is none. The file and its folder are the user's alone.
func Open(path string) (*Store, error) { return open(path, "FULL") }

// open opens or makes the file. synchronous is SQLite's setting.
func open(path, synchronous string) (*Store, error) {
	journal := "WAL"
	if networked(path) {
		journal = "TRUNCATE" // WAL needs memory shared by all its users, which network file systems do not have
	}
	log, err := lost(path + "-wal")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(path, "journal_mode("+journal+")", "synchronous("+synchronous+")", "foreign_keys(1)", "cell_size_check(1)",
		"journal_size_limit(0)") // nothing stands behind the end of a log: see lost
	if err != nil {
		return nil, err
	}
	if err := prepare(context.Background(), db); err != nil {
		_ = db.Close()
		return nil, explain(path, err)
	}
	s := &Store{db: db, path: path, now: time.Now, next: map[model.ElementID]int{}}
	if log { // SQLite forgets the rest of the log now, and nobody could notice later
		if err := s.Put(lostKey, true); err != nil {
			_ = db.Close()
			return nil, err
		}
	}
	return s, nil
}

// Path is the store's file, as Open was given it.
func (s *Store) Path() string { return s.path }

// Close lets go of the file. A contribution that is being committed ends first.
func (s *Store) Close() error { return s.db.Close() }

func explain(path string, err error) error {
	p := model.Problem{Severity: model.Error, Rule: "store", File: path, Message: err.Error()}
	switch {
	case errors.Is(err, fs.ErrPermission):
		p.Hint = "the run belongs to somebody else, or its folder is read-only"
	case errors.Is(err, ErrForeign):
		p.Hint = "remove the file, or choose another folder for runs (XDG_STATE_HOME)"
	case full(err):
		p.Message, p.Hint = "the disk is full that holds "+filepath.Dir(path), "make room there; then go on with beagle resume, or begin again where no run was begun yet"
	case damaged(err):
		p.Message, p.Hint = "the file is damaged: "+err.Error(), "sqlite3 and its .recover command may still read parts of it"
	default:
		p.Hint = "check the disk and the folder's permissions"
	}
	return p
}

// Put keeps a fact about the run as JSON, in a transaction of its own, in place of an earlier one of that key.
func (s *Store) Put(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = s.db.Exec("INSERT OR REPLACE INTO run VALUES(?,?,?)", key, string(text), crc(key, string(text)))
	return s.explained(err)
}

// Get reads a fact into what into points to; false: there is none. A fact that is damaged, or of another form than
// into, is an error of type model.Problem.
func (s *Store) Get(key string, into any) (found bool, err error) {
	return s.get(key, func(text []byte) error { return json.Unmarshal(text, into) })
}

// GetField is Get of one field of a fact that is an object; into is left alone where the object has no such field.
func (s *Store) GetField(key, name string, into any) (found bool, err error) {
	return s.get(key, func(text []byte) error {
		d := json.NewDecoder(bytes.NewReader(text))
		_, err := d.Token() // the object's brace
		for err == nil && d.More() {
			var field json.Token
			if field, err = d.Token(); err != nil {
				break
			}
			if field == name {
				return d.Decode(into)
			}
			err = d.Decode(&json.RawMessage{})
		}
		return err
	})
}

// get has a fact decoded. It is given as bytes that are only looked at: as a text it would be copied twice more.
func (s *Store) get(key string, decode func([]byte) error) (found bool, err error) {
	rows, err := s.db.Query("SELECT CAST(value AS BLOB), crc FROM run WHERE key=?", key)
	if err != nil {
		return false, s.explained(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		return false, s.explained(rows.Err())
	}
	var text sql.RawBytes
	var sum int64
	if err := rows.Scan(&text, &sum); err != nil {
		return false, s.explained(err)
	}
	if sum != crc([]byte(key), []byte(text)) {
		return false, explain(s.path, fmt.Errorf("%w: %s", errChecksum, key))
	}
	if err := decode(text); err != nil {
		return true, model.Problem{
			Severity: model.Error, Rule: "store-version", File: s.path,
			Message: "another version of Beagle wrote it, in a form that this one cannot read: " + err.Error(),
			Hint:    "look at it with that version, or remove it: beagle rm " + filepath.Base(filepath.Dir(s.path)),
		}
	}
	return true, nil
}

// Lost is an error of type model.Problem where contributions or decisions were lost.
func (s *Store) Lost() error {
	var gone bool
	if _, err := s.Get(lostKey, &gone); err != nil || !gone {
		return err
	}
	return explain(s.path, errLost)
}

// Decide keeps a person's decision on an element, in place of an earlier one, in a transaction of its own.
func (s *Store) Decide(id model.ElementID, decision any) error {
	text, err := json.Marshal(decision)
	if err != nil {
		return err
	}
	if _, err = s.db.Exec("INSERT OR REPLACE INTO decision VALUES(?,?,?,?)", string(id), string(text), s.stamp(), crc(string(id), string(text))); err == nil {
		_, err = s.db.Exec(forgetLost)
	}
	return s.explained(err)
}

// Decisions reads all decisions, as they were encoded. Damaged ones are left out, which Load
// says: what nobody can read nobody has decided.
func (s *Store) Decisions() (map[model.ElementID]json.RawMessage, error) {
	rows, err := s.db.Query("SELECT element, value, crc FROM decision")
	if err != nil {
		return nil, s.explained(err)
	}
	defer rows.Close()
	all := map[model.ElementID]json.RawMessage{}
	for rows.Next() {
		var id, text string
		var sum int64
		if err := rows.Scan(&id, &text, &sum); err != nil {
			return nil, s.explained(err)
		}
		if sum == crc(id, text) { // a damaged decision is no decision
			all[model.ElementID(id)] = json.RawMessage(text)
		}
	}
	return all, s.explained(rows.Err())
}

func (s *Store) explained(err error) error {
	if err == nil {
		return nil
	}
	return explain(s.path, err)
}

func (s *Store) stamp() string { return s.now().UTC().Format(time.RFC3339Nano) }
