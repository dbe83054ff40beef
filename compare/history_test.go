package compare

import (
	"math"
	"testing"

	"beagle/model"
	"beagle/run"
)

func TestAHistorySetsEachRunAgainstTheNewestOne(t *testing.T) {
	value := run.Interval{Value: 2, Low: 1.9, High: 2.1}
	runs := map[string]*small{
		"a": with(model.InternalAction, "", 0.01, value),
		"b": with(model.InternalAction, "1 * n.VALUE", 0.01, value),
		"c": with(model.InternalAction, "0.04 * n.VALUE * n.VALUE", 0.01, value),
		"d": with(model.InternalAction, "2 * n.VALUE", 0.01, value),
	}
	h, err := Over(t.Context(), []Past{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}, 0.1, func(id string) (run.Run, error) { return runs[id], nil })
	if err != nil || len(h.Elements) != 1 {
		t.Fatalf("%v, %+v", err, h)
	}
	e := &h.Elements[0]
	if costs := e.Costs(); !math.IsNaN(costs[0]) || costs[1] != 0.5 || !(costs[2] > 1) || costs[3] != 1 {
		t.Errorf("costs %v", costs)
	}
	if e.Since() != "×2" || e.Outcome != Worse || e.Steady() || e.At[2].Expression != "0.04 * n.VALUE * n.VALUE" {
		t.Errorf("%s, %+v", e.Since(), e)
	}
	if e.At[1].Changed != "" || e.At[2].Changed != ChangedForm || e.At[3].Changed != ChangedForm || e.LastChange() != 3 {
		t.Errorf("changes of %+v", e.At)
	}
	if totals := h.Totals(); !math.IsNaN(totals[0]) || totals[1] != 0.5 || totals[3] != 1 || h.Runs[0].Of != 0 || h.Runs[1].Of != 1 {
		t.Errorf("totals %v of %+v", totals, h.Runs)
	}
	if len(h.Of("c.s").Elements) != 1 || len(h.Of("other").Elements) != 0 {
		t.Error("elements are not found by their service")
	}
}

func TestDemandsCountInTheTotalByTheTimeThatTheyTake(t *testing.T) {
	run1, run2 := &small{details: map[model.ElementID]run.Detail{}}, &small{details: map[model.ElementID]run.Detail{}}
	for i, of := range []struct {
		before, after string
		mean          float64
	}{{"1", "2", 3}, {"4", "4", 1}} {
		id := model.ElementID(string(rune('a' + i)))
		for r, expression := range map[*small]string{run1: of.before, run2: of.after} {
			r.elements = append(r.elements, run.ElementState{Element: model.Element{ID: id, Kind: model.InternalAction}, Samples: 1, Best: &run.Proposed{StoEx: expression}, Times: &run.Times{Wall: of.mean}})
		}
	}
	h, err := Over(t.Context(), []Past{{ID: "1"}, {ID: "2"}}, 0.1, func(id string) (run.Run, error) { return map[string]run.Run{"1": run1, "2": run2}[id], nil })
	if err != nil || h.Runs[0].Total == nil || *h.Runs[0].Total != (3*0.5+1*1)/4 {
		t.Errorf("%v, total %v", err, h.Totals())
	}
}

func TestARunThatDiffersByNoMoreThanChanceIsNoChange(t *testing.T) {
	value := run.Interval{Value: 2, Low: 1.9, High: 2.1}
	runs := map[string]*small{}
	for id, expression := range map[string]string{"a": "2 * n.VALUE", "b": "2.01 * n.VALUE", "c": "4 * n.VALUE"} {
		runs[id] = with(model.InternalAction, expression, 0.01, value)
	}
	h, err := Over(t.Context(), []Past{{ID: "a"}, {ID: "b"}, {ID: "c"}}, 0.1, func(id string) (run.Run, error) { return runs[id], nil })
	if err != nil {
		t.Fatal(err)
	}
	if at := h.Elements[0].At; at[1].Changed != "" || at[2].Changed != ChangedNumbers {
		t.Errorf("%+v", at)
	}
}
