package e2e

import (
	"math"
	"testing"

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

// value evaluates a StoEx expression.
func value(t testing.TB, text string, e model.Element, in inputs) float64 {
	t.Helper()
	parsed, err := stoex.Parse(text)
	if err != nil {
		t.Fatalf("%s: %q: %v", e.ID, text, err)
	}
	node, err := stoex.ToNode(parsed, e.Inputs...)
	if err != nil {
		t.Fatalf("%s: %q: %v", e.ID, text, err)
	}
	x, err := expression.Eval(node, in.assignment(t))
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

// hasForm asserts that a demand is a + b * basis with positive b, up to a tolerance:
// the best such function in the sense of relative squares never differs from
// it by more. Where the basis is "", the demand must be a constant.
func hasForm(t testing.TB, e model.Element, basis string, all []inputs, tolerance float64) {
	t.Helper()
	var ww, wx, wwx, wxx, n float64 // weighted sums: w = 1/y
	type point struct{ x, y float64 }
	var points []point
	for _, in := range all {
		p := point{y: value(t, e.Old, e, in)}
		if basis != "" {
			p.x = value(t, basis, e, in)
		}
		if !(p.y > 0) {
			t.Errorf("%s is written as %q: %g for %v", e.ID, e.Old, p.y, in)
			return
		}
		points = append(points, p)
		w := 1 / p.y
		ww += w * w
		wx += w * p.x
		wwx += w * w * p.x
		wxx += w * w * p.x * p.x
		n += w
	}
	a, b := n/ww, 0.0
	if basis != "" {
		det := ww*wxx - wwx*wwx
		a, b = (n*wxx-wx*wwx)/det, (ww*wx-n*wwx)/det
		if b <= 0 {
			t.Errorf("%s is written as %q, which does not grow with %s", e.ID, e.Old, basis)
		}
	}
	for i, p := range points {
		if off := math.Abs(a+b*p.x-p.y) / p.y; off > tolerance {
			t.Errorf("%s is written as %q: for %v it is %.0f %% off %.3g + %.3g * (%s), the best function of the true form", e.ID, e.Old, all[i], 100*off, a, b, basis)
			return
		}
	}
}
