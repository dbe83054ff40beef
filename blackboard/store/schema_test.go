package store

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
)

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

// A run that was kept on 26 November 2026 opens: whoever changes the schema gives it another number.
func TestAStoreThatWasWrittenBeforeOpens(t *testing.T) {
	want := fmt.Sprintf("%+v", withoutRounds(fixtureBoard(nil).Whole()))
	data, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("schema-%d.db", version)))
	if err != nil {
		t.Fatal(err)
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
		t.Errorf("it holds\n%s\nwant\n%s", got, want)
	}
}

// withoutRounds is a board without what was not kept when the fixture was made.
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
