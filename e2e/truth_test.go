package e2e

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm/stoex"
)

// inputs are values of a service's parameters, as StoEx writes them.
type inputs map[string]any

func (in inputs) assignment(t testing.TB) expression.Assignment {
	t.Helper()
	values := expression.Assignment{}
	for name, x := range in {
		v, err := model.ParseVariable(name)
		if err != nil {
			t.Fatal(err)
		}
		switch x := x.(type) {
		case int:
			values[v] = model.NumberValue(float64(x))
		case bool:
			values[v] = model.BoolValue(x)
		case string:
			values[v] = model.TextValue(x)
		}
	}
	return values
}

// nodeOf reads a StoEx expression of an element.
func nodeOf(t testing.TB, text string, e model.Element) expression.Node {
	t.Helper()
	parsed, err := stoex.Parse(text)
	if err != nil {
		t.Fatalf("%s: %q: %v", e.ID, text, err)
	}
	node, err := stoex.ToNode(parsed, e.Inputs...)
	if err != nil {
		t.Fatalf("%s: %q: %v", e.ID, text, err)
	}
	return node
}

// value evaluates a StoEx expression.
func value(t testing.TB, text string, e model.Element, in inputs) float64 {
	t.Helper()
	x, err := expression.Eval(nodeOf(t, text, e), in.assignment(t))
	if err != nil {
		t.Fatalf("%s: %q: %v", e.ID, text, err)
	}
	return x
}

// exact asserts that what was written has the true value for every input.
func exact(t testing.TB, e model.Element, truth string, all []inputs) {
	t.Helper()
	for _, in := range all {
		if got, want := value(t, e.Old, e, in), value(t, truth, e, in); got != want {
			t.Errorf("%s is written as %q: %g for %v, want %g (%s)", e.ID, e.Old, got, in, want, truth)
			return
		}
	}
}

// decides asserts that the guards choose the true transition for every input.
func decides(t testing.TB, e model.Element, truth []string, all []inputs) {
	t.Helper()
	var guards []string
	for _, option := range e.Branches {
		if !option.Guarded {
			t.Errorf("%s: transition %s has probability %g, want a guard like %s", e.ID, option.ID, option.Probability, truth[0])
			return
		}
		guards = append(guards, option.Condition)
	}
	first := func(conditions []string, in inputs) int {
		for i, condition := range conditions {
			if value(t, condition, e, in) != 0 {
				return i
			}
		}
		return -1
	}
	for _, in := range all {
		if got, want := first(guards, in), first(truth, in); got != want {
			t.Errorf("%s has the guards %q: transition %d for %v, want %d (%s)", e.ID, guards, got, in, want, truth)
			return
		}
	}
}

// hasForm asserts that a demand has the form of a sum of terms, the last of which
// leads: the best sum of a constant and of these terms, in the sense of relative
// squares, differs from it nowhere by more than a tolerance, and grows with the
// leading one. What grows more slowly than that belongs to the truth, too: a table of
// rows and columns costs something a cell, a row and a column. Without terms the
// demand must be a constant.
func hasForm(t testing.TB, e model.Element, all []inputs, tolerance float64, terms ...string) {
	t.Helper()
	written, relative := make([]float64, len(all)), mat.NewDense(len(all), 1+len(terms), nil)
	for i, in := range all {
		y := value(t, e.Old, e, in)
		if !(y > 0) {
			t.Errorf("%s is written as %q: %g for %v", e.ID, e.Old, y, in)
			return
		}
		written[i] = y
		relative.Set(i, 0, 1/y)
		for j, term := range terms {
			relative.Set(i, 1+j, value(t, term, e, in)/y)
		}
	}
	ones := mat.NewVecDense(len(all), slices.Repeat([]float64{1}, len(all)))
	var best, fitted mat.VecDense
	if err := best.SolveVec(relative, ones); err != nil {
		t.Fatalf("%s: inputs cannot tell %q apart: %v", e.ID, terms, err)
	}
	if last := best.AtVec(len(terms)); len(terms) > 0 && last <= 0 {
		t.Errorf("%s is written as %q, which does not grow with %s", e.ID, e.Old, terms[len(terms)-1])
	}
	fitted.MulVec(relative, &best)
	for i := range all {
		if off := math.Abs(fitted.AtVec(i) - 1); off > tolerance {
			t.Errorf("%s is written as %q: for %v it is %.3g, %.0f %% off the best sum of 1 and %q: %.3g", e.ID, e.Old, all[i], written[i], 100*off, terms, best.RawVector().Data)
			return
		}
	}
}

func TestAFormIsMetWhereLowerTermsAreTooAndMissedWhereAnotherLeads(t *testing.T) {
	var pairs []inputs
	for _, left := range spread(16, 1800, 12) {
		for _, right := range spread(16, 2000, 12) {
			pairs = append(pairs, inputs{"left.BYTESIZE": left, "right.BYTESIZE": right})
		}
	}
	table := []string{"left.BYTESIZE", "right.BYTESIZE", "left.BYTESIZE * right.BYTESIZE"}
	for _, c := range []struct {
		written string
		terms   []string
		met     bool
	}{
		{"1.4E-7 + 4.0E-10 * left.BYTESIZE * right.BYTESIZE", table, true},
		{"1.4E-7 + 2.0E-9 * left.BYTESIZE + 4.0E-10 * left.BYTESIZE * right.BYTESIZE", table, true},
		{"1.4E-7 + 2.0E-9 * left.BYTESIZE + 4.0E-10 * left.BYTESIZE * right.BYTESIZE", table[2:], true},
		{"2.0E-9 * left.BYTESIZE + 2.0E-9 * right.BYTESIZE", table, false},
		{"4.0E-10 * Sqrt(1.0 * left.BYTESIZE) * right.BYTESIZE", table, false},
		{"4.0E-10 * left.BYTESIZE * left.BYTESIZE", table, false},
		{"3.4E-5", table, false},
		{"3.4E-5", nil, true},
		{"3.4E-5 + 1.0E-7 * left.BYTESIZE", nil, false},
		{"0.0 * left.BYTESIZE", nil, false},
	} {
		parameters := []model.Input{{Name: "left"}, {Name: "right"}}
		failures := attempted(t, func(times testing.TB) {
			hasForm(times, model.Element{ID: "_rows", Old: c.written, Inputs: parameters}, pairs, formTolerance, c.terms...)
		})
		if met := len(failures) == 0; met != c.met {
			t.Errorf("%q has the form of %q: %t, want %t %q", c.written, c.terms, met, c.met, failures)
		}
	}
}
