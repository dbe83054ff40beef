package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// copied is the path of a copy of a store of earlier.
func copied(t *testing.T, schema int) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("schema-%d.db", schema)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// oldest opens a store twice: what was found at first is kept.
func oldest(t *testing.T, path string) int {
	t.Helper()
	var found [2]int
	for i := range found {
		s := relaxed(t, path)
		var err error
		if found[i], err = s.Oldest(); err != nil {
			t.Fatal(err)
		}
		_ = s.Close()
		_ = os.Remove(copyOf(path, 1)) // whoever needs the room
	}
	if found[0] != found[1] {
		t.Errorf("schema %d at first, then %d", found[0], found[1])
	}
	return found[0]
}

func TestAStoreKnowsTheOldestSchemaInWhichSomethingWasMeasured(t *testing.T) {
	for schema := 1; schema <= Present; schema++ {
		if got := oldest(t, copied(t, schema)); got != schema {
			t.Errorf("of schema %d it is %d", schema, got)
		}
	}
	if got := oldest(t, filepath.Join(t.TempDir(), "run.db")); got != Present {
		t.Errorf("of a new store it is %d", got)
	}
}

func TestAStoreOfBeforeInWhichNothingWasMeasuredIsAsGoodAsNew(t *testing.T) {
	path := copied(t, 1)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("DELETE FROM observed"); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	if got := oldest(t, path); got != Present {
		t.Errorf("it is of schema %d", got)
	}
}

// The first Beagle that changed stores to schema 2 noted nothing.
func TestAStoreThatWasChangedBeforeThisWasNotedHasItsCopyBesideIt(t *testing.T) {
	path := copied(t, 2)
	if err := os.WriteFile(copyOf(path, 1), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := relaxed(t, path)
	if got, err := s.Oldest(); got != 1 || err != nil {
		t.Errorf("it is of schema %d, %v", got, err)
	}
	if err := s.SetOldest(Present); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Oldest(); got != Present || err != nil {
		t.Errorf("with nothing of then left it is of schema %d, %v", got, err)
	}
}
