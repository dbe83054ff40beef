package compare

import (
	"context"
	"strings"
	"testing"

	"beagle/model"
	"beagle/run"
)

// small is a run of what a test says.
type small struct {
	run.Run
	id       string
	elements []run.ElementState
	details  map[model.ElementID]run.Detail
}

func (s *small) ID() string             { return s.id }
func (s *small) Close() error           { return nil }
func (s *small) Snapshot() run.Snapshot { return run.Snapshot{Elements: s.elements} }
func (s *small) Detail(_ context.Context, id model.ElementID, _ run.Aspect) (run.Detail, error) {
	return s.details[id], nil
}

var n = model.Variable{Name: "n", Char: model.ValueOf}

// with is a run of one element with an expression, the mean of which is known to half.
func with(kind model.Kind, expression string, half float64, value run.Interval) *small {
	e := run.ElementState{Element: model.Element{ID: "_a", Kind: kind, PCMID: "_a", Name: "a", Component: "C", Service: "s"}, Samples: 10, HalfWidth: model.Figure(half), Times: &run.Times{Launches: 3, Wall: 1e-3}}
	if expression != "" {
		e.Best = &run.Proposed{StoEx: expression, Error: 0.01}
	}
	return &small{id: "r", elements: []run.ElementState{e}, details: map[model.ElementID]run.Detail{"_a": {
		Inputs:   []run.Typical{{Variable: n, Kind: model.Number, Low: 1, Middle: 50, High: 100, Whole: true}},
		Evidence: []run.Evidence{{Intervals: []run.Interval{value}}},
	}}}
}

func compared(t *testing.T, before, after *small, by float64) Element {
	t.Helper()
	c, err := Runs(t.Context(), before, after, by)
	if err != nil || len(c.Elements) != 1 {
		t.Fatalf("%v, %+v", err, c)
	}
	return c.Elements[0]
}

func TestWhatCostsMoreOnTheSameInputsIsWorse(t *testing.T) {
	value := func(v float64) run.Interval { return run.Interval{Value: v, Low: 0.95 * v, High: 1.05 * v} }
	for _, test := range []struct {
		name          string
		kind          model.Kind
		before, after string
		half          float64
		want          Outcome
		form          Form
	}{
		{"the same", model.InternalAction, "2 * n.VALUE", "2 * n.VALUE", 0.01, Same, Equal},
		{"a little more", model.InternalAction, "2 * n.VALUE", "2.1 * n.VALUE", 0.01, Same, Numbers},
		{"half as much again", model.InternalAction, "2 * n.VALUE", "3 * n.VALUE", 0.01, Worse, Numbers},
		{"half as much again, but so unsure are the means", model.InternalAction, "2 * n.VALUE", "3 * n.VALUE", 0.5, Same, Numbers},
		{"less", model.InternalAction, "2 * n.VALUE", "1 * n.VALUE", 0.01, Better, Numbers},
		{"another form", model.InternalAction, "2 * n.VALUE", "0.02 * n.VALUE * n.VALUE + n.VALUE", 0.01, Worse, Another},
		{"counts have no scatter", model.Loop, "n.VALUE", "n.VALUE + n.VALUE", 0.9, Worse, Another},
		{"lost", model.Loop, "n.VALUE", "", 0, Worse, Lost},
		{"found", model.Loop, "", "n.VALUE", 0, Better, Found},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := compared(t, with(test.kind, test.before, test.half, value(2)), with(test.kind, test.after, test.half, value(3)), 0.1)
			if e.Outcome != test.want || e.Form != test.form {
				t.Errorf("%s, %s: %s; %+v", e.Outcome, e.Form, e.Why, e.Cost)
			}
		})
	}
}

func TestCoefficientsAreComparedByTheirIntervals(t *testing.T) {
	e := compared(t, with(model.InternalAction, "2 * n.VALUE", 0.01, run.Interval{Value: 2, Low: 1.9, High: 2.1}),
		with(model.InternalAction, "3 * n.VALUE", 0.01, run.Interval{Value: 3, Low: 2.9, High: 3.1}), 0.1)
	if len(e.Coefficients) != 1 || !e.Coefficients[0].Apart {
		t.Fatalf("%+v", e.Coefficients)
	}
	if e.Cost == nil || e.Cost.Ratio < 1.49 || e.Cost.Ratio > 1.51 || e.Cost.Inputs != along {
		t.Errorf("%+v", e.Cost)
	}
	said := ""
	for _, line := range e.Lines() {
		said += line.Name + " " + line.Text + "\n"
	}
	for _, want := range []string{"2 (1.9 to 2.1), then 3 (2.9 to 3.1); the intervals are apart", "1.5 times the cost over 9 shared inputs"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
}

func TestInputsThatOnlyOneRunHadAreNotCompared(t *testing.T) {
	before, after := with(model.InternalAction, "2 * n.VALUE", 0, run.Interval{}), with(model.InternalAction, "9 * n.VALUE", 0, run.Interval{})
	d := after.details["_a"]
	d.Inputs = []run.Typical{{Variable: n, Kind: model.Number, Low: 500, Middle: 600, High: 700, Whole: true}}
	after.details["_a"] = d
	if e := compared(t, before, after, 0.1); e.Outcome != Unknown || e.Cost != nil {
		t.Errorf("%+v", e)
	}
}

func TestAShapeIsATextWithoutItsNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"2.5E-7 + 3 * n2.VALUE":  "# + # * n2.VALUE",
		`a.TYPE == "v2" ? 1 : 2`: `a.TYPE == "v2" ? # : #`,
		"1e+3":                   "#",
	} {
		if got := shape(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
