package ended_test

import (
	"slices"
	"strings"
	"testing"

	"beagle/analysers/csvtable"
	_ "beagle/builtin"
	"beagle/learn"
	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
)

func TestATableIsLookedAtAsARunThatHasEnded(t *testing.T) {
	table, err := csvtable.Read(strings.NewReader("n,y\n1,3\n2,5\n3,7\n4,9\n7,15\n9,19\n12,25\n15,31\n"), csvtable.Columns{Target: "y"})
	if err != nil {
		t.Fatal(err)
	}
	element := model.Element{ID: "y", Name: "y", Kind: model.Loop, Inputs: []model.Input{{Name: "n", Type: "INT"}}}
	learnt, err := learn.Table(t.Context(), &table.Table, model.Loop, learn.Options{Seed: 1, Element: element})
	if err != nil {
		t.Fatal(err)
	}
	r := ended.OfTable("table.csv", learnt)
	s := r.Snapshot()
	if !s.State.Ended() || len(s.Elements) != 1 || s.Elements[0].Best == nil || s.Elements[0].Best.Error != 0 {
		t.Fatalf("%+v", s)
	}
	d, err := r.Detail(t.Context(), "y", run.Aspect{Text: "2 * n.VALUE"})
	if err != nil || len(d.Points) == 0 || len(d.Curve) == 0 || d.Own == nil || !(d.Own.Error > 0) {
		t.Fatalf("%+v %v", d, err)
	}
	if err := r.Decide(t.Context(), "y", run.Decision{Choice: run.Edit, StoEx: "2 * n.VALUE"}); err != nil || r.Chosen().Decision.StoEx != "2 * n.VALUE" {
		t.Errorf("a person's own expression is not kept: %v", err)
	}
	if _, err := r.Apply(t.Context(), run.Output{}); err == nil {
		t.Error("a table was written into a model")
	}
}

func TestTheRowsOfATableAreThoseThatWereRead(t *testing.T) {
	table, err := csvtable.Read(strings.NewReader("mode,hit\nwarm,yes\ncold,no\nwarm,yes\ncold,no\nwarm,yes\ncold,no\n"), csvtable.Columns{Target: "hit"})
	if err != nil {
		t.Fatal(err)
	}
	branches := []model.Option{{ID: "no", Name: "no"}, {ID: "yes", Name: "yes"}}
	element := model.Element{ID: "hit", Name: "hit", Kind: model.Branch, Inputs: []model.Input{{Name: "mode", Type: "STRING"}}, Branches: branches}
	learnt, err := learn.Table(t.Context(), &table.Table, model.Branch, learn.Options{Seed: 1, Element: element})
	if err != nil {
		t.Fatal(err)
	}
	r := ended.OfTable("table.csv", learnt)
	rows, err := r.Rows("", "hit")
	if err != nil || len(rows) < 2 || !slices.Equal(rows[0][1:], []string{"value", "weight"}) {
		t.Fatalf("%q %v", rows, err)
	}
	for _, row := range rows[1:] {
		if want := map[string]string{"warm": "yes", "cold": "no"}[row[0]]; row[1] != want {
			t.Errorf("with mode %s it is %q, not %q", row[0], row[1], want)
		}
	}
	if _, err := r.Rows("", "nothing"); err == nil {
		t.Error("there is a table of an element that does not exist")
	}
}
