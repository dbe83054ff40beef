package folder

import (
	"fmt"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/blackboard/store"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

// demands are elements with one code section each, numbered from 0.
func demands(n int) []model.Element {
	all := make([]model.Element, n)
	for i := range all {
		id := fmt.Sprintf("_a%d", i)
		all[i] = model.Element{
			ID: model.ElementID(id), Kind: model.InternalAction, PCMID: id,
			Sections: []model.Section{{Unit: "shop.Shop", File: "Shop.java", First: i, Last: i}},
		}
	}
	return all
}

func TestOnlyRunsThatLostShortDemandsAreDoubted(t *testing.T) {
	for _, c := range []struct {
		what    string
		oldest  int
		demands int
		measure run.Measure
		lost    string // how the doubt counts; empty: there is none
	}{
		{"512 probes have numbers below 512", 1, 512, run.Measure{Probe: "builtin", Tool: measure.DefaultTool}, ""},
		{"one more", 1, 513, run.Measure{Probe: "builtin", Tool: measure.DefaultTool}, "1 demand:"},
		{"many", 1, 600, run.Measure{}, "88 demands:"},
		{"measured since", 2, 600, run.Measure{}, ""},
		{"recorded by probes, and read then", 1, 600, run.Measure{Records: []string{"records"}}, "88 demands:"},
		{"of Kieker's probes", 1, 600, run.Measure{Probe: "kieker"}, ""},
		{"of recorded logs", 1, 600, run.Measure{Logs: []string{"log"}}, ""},
		{"of another tool", 1, 600, run.Measure{Tool: "python"}, ""},
	} {
		b := Beginning{Oldest: c.oldest, Elements: demands(c.demands), Config: run.Config{Measure: c.measure}}
		switch doubts := b.Doubts(); {
		case c.lost == "" && len(doubts) > 0:
			t.Errorf("%s: %v", c.what, doubts)
		case c.lost != "" && (len(doubts) != 1 || !strings.Contains(doubts[0].Message, c.lost) || !strings.Contains(doubts[0].Hint, "beagle run") || doubts[0].Rule != run.Outdated):
			t.Errorf("%s: %v", c.what, doubts)
		}
	}
}

func TestTheOldestSchemaStaysWithARunUntilNothingOfThenIsLeft(t *testing.T) {
	for _, left := range []bool{true, false} {
		f := Folder(t.TempDir())
		db, err := store.Open(f.Store())
		if err != nil {
			t.Fatal(err)
		}
		b := Beginning{Run: "r", Elements: demands(600)}
		if err := fill(db, b, Status{}, blackboard.Change{}); err != nil {
			t.Fatal(err)
		}
		if err := db.SetOldest(1); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		var whole blackboard.Change
		if left {
			whole.Results = []blackboard.ElementResults{{Element: b.Elements[0].ID}}
		}
		if err := f.rewrite(b, Status{}, whole); err != nil {
			t.Fatal(err)
		}
		if db, err = store.Open(f.Store()); err != nil {
			t.Fatal(err)
		}
		again, err := BeginningOf(db)
		_ = db.Close()
		if doubted := len(again.Doubts()) > 0; err != nil || doubted != left {
			t.Errorf("measurements of then are left: %v, and it is doubted: %v, %v", left, doubted, err)
		}
	}
}
