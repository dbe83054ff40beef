package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

// makeFixture writes testdata/schema-<version>.db, once when a schema is
// released: BEAGLE_FIXTURE=1 go test ./blackboard/store -run Fixture
const makeFixture = "BEAGLE_FIXTURE"

func fixtureBoard(journal blackboard.Journal) *blackboard.Board {
	b := blackboard.New(elements, 5, journal)
	c := b.Contribute("measure")
	for i := range 20 {
		in := []blackboard.Assignment{{Variable: size, Value: model.NumberValue(float64(i % 4))}}
		c.AddResults(demand.ID, []blackboard.Observation{{Inputs: in, Value: model.NumberValue(float64(i) / 8), Launch: 1, Seq: int64(i)}})
		c.AddResults(loop.ID, []blackboard.Observation{{Inputs: in, Value: model.NumberValue(float64(i % 4)), Launch: 1, Seq: int64(i)}})
	}
	c.Measured(demand.ID, loop.ID, branchy.ID)
	_ = c.SetState("measure", map[string]int{"done": 1})
	_ = c.Commit()
	c = b.Contribute("constant")
	c.Propose(blackboard.Proposal{Element: loop.ID, Expression: expression.Variable{Variable: size}, Why: "it fits"})
	_ = c.Commit()
	c = b.Contribute("judge")
	c.Ruled()
	c.Judge(loop.ID, []blackboard.Grade{{Fitness: 1, Size: 1}}, blackboard.Verdict{Finding: blackboard.Exact, Noise: 0.5})
	c.Problem(model.Problem{Severity: model.Info, Message: "done"})
	_ = c.Commit()
	return b
}

func TestFixture(t *testing.T) {
	if os.Getenv(makeFixture) == "" {
		t.Skip("set " + makeFixture + "=1 to write the fixture of the present schema")
	}
	path := filepath.Join("testdata", fmt.Sprintf("schema-%d.db", len(migrations)))
	if _, err := os.Stat(path); err == nil {
		t.Fatalf("%s is there: released schemas do not change", path)
	}
	s := relaxed(t, path)
	fixtureBoard(s)
	if _, err := s.db.Exec("PRAGMA journal_mode=DELETE; VACUUM"); err != nil {
		t.Fatal(err)
	}
}

func TestEveryReleasedSchemaOpens(t *testing.T) {
	before := fixtureBoard(nil).Whole()
	want := fmt.Sprintf("%+v", withoutRounds(before))
	for version := 1; version <= len(migrations); version++ {
		data, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("schema-%d.db", version)))
		if err != nil {
			t.Errorf("schema %d has no fixture: %v", version, err)
			continue
		}
		path := filepath.Join(t.TempDir(), "run.db")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, problems, err := relaxed(t, path).Load()
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		if got := fmt.Sprintf("%+v", withoutRounds(blackboard.Restore(elements, 5, nil, whole).Whole())); got != want {
			t.Errorf("schema %d holds\n%s\nwant\n%s", version, got, want)
		}
	}
}

// withoutRounds is a board without what was not kept when the first fixture was made.
func withoutRounds(whole blackboard.Change) blackboard.Change {
	for i := range whole.Judged {
		whole.Judged[i].Rounds = nil
	}
	for i := range whole.Results {
		for j := range whole.Results[i].Groups {
			whole.Results[i].Groups[j].Launches, whole.Results[i].Groups[j].Last = 0, 0
		}
	}
	return whole
}

func TestOlderSchemaIsCopiedBeforeItChanges(t *testing.T) {
	path, board := filled(t)
	migrations = append(migrations, "ALTER TABLE problem ADD COLUMN extra TEXT;")
	t.Cleanup(func() { migrations = migrations[:len(migrations)-1] })
	s := relaxed(t, path)
	var version int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil || version != len(migrations) {
		t.Fatalf("version %d, %v", version, err)
	}
	whole, problems, err := s.Load()
	if err != nil || len(problems) > 0 || text(blackboard.Restore(elements, 1, nil, whole)) != text(board) {
		t.Errorf("the migration lost something: %v %v", err, problems)
	}
	copied := fmt.Sprintf("%s.v%d", path, len(migrations)-1)
	info, err := os.Stat(copied)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the copy: %v %v", info, err)
	}
}

func TestMigrationThatFailsChangesNothing(t *testing.T) {
	path, board := filled(t)
	migrations = append(migrations, "CREATE TABLE half(x); ALTER TABLE nowhere ADD COLUMN y TEXT;")
	if _, err := open(path, "OFF"); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("%v", err)
	}
	migrations = migrations[:len(migrations)-1]
	whole, problems, err := relaxed(t, path).Load()
	if err != nil || len(problems) > 0 || text(blackboard.Restore(elements, 1, nil, whole)) != text(board) {
		t.Errorf("after the failure: %v %v", err, problems)
	}
}
