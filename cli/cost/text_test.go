package cost

import (
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/model"
)

func TestACostThatIsNotKnownToAFactorOfTenIsNoNumber(t *testing.T) {
	for _, c := range []struct {
		cost  at
		known bool
	}{
		{at{Mean: 16e-9, Low: 14e-9, High: 20e-9}, true},
		{at{Mean: 16e-9, Low: 4e-9, High: 39e-9}, true},
		{at{Mean: 16e-9, Low: 4e-9, High: 80e-9}, false},
		{at{Mean: 16e-9, Low: 0, High: 0.226}, false},
		{at{Mean: 16e-9, Low: 0.0611e-9, High: 999e-6}, false},
	} {
		if said := c.cost.text(nil); strings.Contains(said, "not known") == c.known || strings.Contains(said, "ns") != c.known {
			t.Errorf("%+v: %q", c.cost, said)
		}
	}
}

func TestWarningsAreCounted(t *testing.T) {
	m := method{Warnings: []string{"one", "two", "three", "four"}, Problems: []model.Problem{{Message: "five", Hint: "do it"}}}
	s := &app.Sheet{}
	m.warn(s)
	if got := s.String(); strings.Count(got, "\n") != 4 || !strings.Contains(got, "2 more warnings") {
		t.Error(got)
	}
	s = &app.Sheet{}
	m.Warnings = nil
	m.warn(s)
	if got := s.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "five; do it") {
		t.Error(got)
	}
}

func TestAnInputThatAlwaysEqualsAnotherIsNamed(t *testing.T) {
	m := method{Alike: map[string]string{"b.NUMBER_OF_ELEMENTS": "a.NUMBER_OF_ELEMENTS"}}
	if got := m.with("a.NUMBER_OF_ELEMENTS"); !strings.Contains(got, "b.NUMBER_OF_ELEMENTS") {
		t.Error(got)
	}
	if got := m.with("c.VALUE"); got != "" {
		t.Error(got)
	}
}

func TestTheCostAtEqualInputsIsSaidOnce(t *testing.T) {
	of := func(n float64) at { return at{Inputs: map[string]any{"n": n, "kind": "a"}} }
	if got := distinct([]at{of(1), of(8), of(8)}); len(got) != 2 || got[0].Inputs["n"] != 1.0 || got[1].Inputs["n"] != 8.0 {
		t.Errorf("%v", got)
	}
}

func TestInputsOnWhichTheFormulaDoesNotDependAreShownWhereTheyAreFew(t *testing.T) {
	m := method{}
	for _, name := range []string{"a.VALUE", "b.VALUE", "c.VALUE", "d.VALUE"} {
		m.Varied = append(m.Varied, varied{Name: name})
	}
	if got := m.order(); len(got) != mostInputs {
		t.Errorf("shown are %v", got)
	}
	one := at{Inputs: map[string]any{"a.VALUE": 3.0, "d.VALUE": true}, Mean: 1e-6, Low: 1e-6, High: 1e-6}
	if said := one.text(m.order()); !strings.HasPrefix(said, "a.VALUE = 3:  ") {
		t.Error(said)
	}
}
