package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"

	"beagle/blackboard/store"
	"beagle/run"
)

// thereFile marks a run that is on another machine, and says on which.
const thereFile = "machine.json"

// There is the machine that a run is on, as long as its results were not fetched.
func (f Folder) There() (at run.There, there bool) {
	text, err := os.ReadFile(f.Path(thereFile))
	if err != nil {
		return at, false
	}
	return at, json.Unmarshal(text, &at) == nil
}

// Leave marks that the run is on another machine now.
func (f Folder) Leave(at run.There) error {
	text, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return os.WriteFile(f.Path(thereFile), text, 0o600)
}

// Return marks that the run is here again.
func (f Folder) Return() error {
	if err := os.Remove(f.Path(thereFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Sent makes a copy of the run's store for another machine.
func (f Folder) Sent(to string, moved func(string) string) error {
	if db, err := store.Open(f.Store()); err != nil {
		return err
	} else if err := db.Close(); err != nil { // so that it is one file
		return err
	}
	if err := duplicate(f.Store(), to); err != nil {
		return err
	}
	db, err := store.Open(to)
	if err != nil {
		return err
	}
	b, err := BeginningOf(db)
	if err == nil {
		b.Config.Notify, b.Config.WhenDone, b.Config.NATS = nil, run.WhenDone{}, run.NATS{}
		err = db.Put(beginningKey, b)
	}
	for _, key := range []string{beginningKey, StatusKey} {
		err = errors.Join(err, move(db, key, moved))
	}
	return errors.Join(err, db.Close())
}

// Brought puts a store in the place of the run's own that went on on another machine.
func (f Folder) Brought(fresh string, moved func(string) string) error {
	here, err := store.Open(f.Store())
	if err != nil {
		return err
	}
	var began json.RawMessage
	_, err = here.Get(beginningKey, &began)
	if err = errors.Join(err, here.Close()); err != nil {
		return err
	}
	db, err := store.Open(fresh)
	if err != nil {
		return err
	}
	err = errors.Join(db.Put(beginningKey, began), move(db, StatusKey, moved))
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	return replace(f.Store(), fresh)
}

func move(db *store.Store, key string, moved func(string) string) error {
	var text json.RawMessage
	if found, err := db.Get(key, &text); err != nil || !found {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a seed has more digits than a float
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	return db.Put(key, movedIn(value, moved))
}

func movedIn(value any, moved func(string) string) any {
	switch value := value.(type) {
	case string:
		return moved(value)
	case []any:
		for i := range value {
			value[i] = movedIn(value[i], moved)
		}
	case map[string]any:
		for name := range value {
			value[name] = movedIn(value[name], moved)
		}
	}
	return value
}

// replace puts a fresh store in the place of a closed one, which is kept as .old.
func replace(path, fresh string) error {
	old := path + ".old"
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(path, old); err != nil { // not every file system has links
		if err := duplicate(path, old); err != nil {
			return err
		}
	}
	for _, tail := range []string{"-wal", "-shm"} { // of the closed store; they would not fit the fresh one
		_ = os.Remove(path + tail)
	}
	return os.Rename(fresh, path)
}

func duplicate(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
