package kept

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"beagle/compare"
	"beagle/internal/git"
	"beagle/model"
	"beagle/run"
)

func costing(mean model.Figure, grows string) Result {
	inputs := map[string]any{"n.VALUE": 10.0}
	return Result{Grows: grows, Verdict: run.Trusted, At: []Cost{{Inputs: inputs, Mean: mean, Low: 0.95 * mean, High: 1.05 * mean}}}
}

func commit(name string, day int) git.Place {
	return git.Place{Project: "/p", Commit: name, Committed: time.Date(2026, 1, max(day, 3), 0, 0, 0, 0, time.UTC), Depth: day}
}

func opened(t *testing.T) *Book {
	t.Helper()
	b, err := Open(filepath.Join(t.TempDir(), "beagle", "costs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// A search by bisection measures commits in another order than they were made in; after a rebase many have one time.
func TestTheCommitThatChangedACostIsFoundInTheOrderOfCommits(t *testing.T) {
	b := opened(t)
	for _, one := range []struct {
		at git.Place
		r  Result
	}{
		{commit("d", 4), costing(4, "n^2")},
		{commit("a", 1), costing(1, "n")},
		{commit("c", 3), costing(2, "n")},
		{commit("b", 2), costing(1.01, "n")},
		{commit("c", 3), costing(3, "n")}, // measured again
	} {
		if err := b.Keep(one.at, "A.a(int)", one.r); err != nil {
			t.Fatal(err)
		}
	}
	all, err := b.Courses("/p")
	if err != nil || len(all) != 1 || len(all[0].Results) != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []struct {
		commit string
		change *Change
	}{{"a", nil}, {"b", nil}, {"c", &Change{Of: compare.ChangedNumbers, Before: 1.01, After: 3}}, {"d", &Change{Of: compare.ChangedForm, Before: 3, After: 4}}} {
		got := all[0].Results[i]
		if got.Commit != want.commit || (got.Change == nil) != (want.change == nil) {
			t.Errorf("%d: %+v", i, got)
		} else if c := got.Change; c != nil && (c.Of != want.change.Of || c.Before != want.change.Before || c.After != want.change.After) {
			t.Errorf("%d: %+v, want %+v", i, c, want.change)
		}
	}
	inputs, err := b.Inputs("/p", "A.a(int)")
	if err != nil || len(inputs) != 1 || inputs[0]["n.VALUE"] != 10.0 {
		t.Errorf("%v, %v", inputs, err)
	}
	if projects, err := b.Projects(); err != nil || len(projects) != 1 || projects[0] != "/p" {
		t.Errorf("%v, %v", projects, err)
	}
}

func TestCostsAtOtherInputsAreNotCompared(t *testing.T) {
	before, after := costing(1, "n"), costing(9, "n")
	after.At[0].Inputs = map[string]any{"m.VALUE": 10.0}
	if c := Between(&before, &after); c != nil {
		t.Errorf("%+v", c)
	}
}

func TestResultsWithoutACommitAreAllKept(t *testing.T) {
	b := opened(t)
	for range 2 {
		if err := b.Keep(git.Place{Project: "/p"}, "A.a(int)", costing(1, "n")); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := b.Courses("/p"); err != nil || len(all[0].Results) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestAFileThatIsNoBookIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "costs.db")
	if err := os.WriteFile(file, []byte("this is no database, but a text that somebody wrote"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); model.AsProblem(err, "").Rule != "kept" || model.AsProblem(err, "").Hint == "" {
		t.Errorf("%#v", err)
	}
	b := opened(t)
	if _, err := b.db.Exec("PRAGMA user_version = 2"); err != nil {
		t.Fatal(err)
	}
	var later string
	if err := b.db.QueryRow("SELECT file FROM pragma_database_list").Scan(&later); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(later); err == nil {
		t.Error("a file of a later Beagle is read")
	}
}
