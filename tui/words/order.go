package words

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"beagle/model"
	"beagle/run"
)

// Order is how a list of elements is sorted.
type Order int

// The orders.
const (
	ByKind    Order = iota // what was measured first, kinds apart, else as in the model
	ByVerdict              // what needs a person first
	ByError                // the largest first
	BySamples              // the most first
	ByName                 // of the element
	ByPlace                // component and service
	orders
)

// Next is the order after this one.
func (o Order) Next() Order { return (o + 1) % orders }

// String names the order in the notice that is shown when it changes.
func (o Order) String() string {
	return [...]string{"kind, measured first", "verdict, doubtful first", "error, largest first", "samples, most first", "name", "component and service"}[o]
}

// doubt ranks verdicts: what a person should look at first.
var doubt = map[run.Trust]int{run.Check: 0, run.MeasureMore: 1, run.Trusted: 2, run.NotYet: 3}

// Measured reports whether anything is known of an element besides the model.
func Measured(e *run.ElementState) bool { return e.Samples > 0 || e.Best != nil }

// Sort sorts places of elements; equal ones stay as they are in the model.
func (o Order) Sort(elements []run.ElementState, places []int) {
	wrong := func(e *run.ElementState) float64 {
		if e.Best == nil || !e.Best.Error.Finite() {
			return math.Inf(-1)
		}
		return float64(e.Best.Error)
	}
	unmeasured := func(e *run.ElementState) int {
		if !Measured(e) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(places, func(i, j int) int {
		a, b := &elements[i], &elements[j]
		switch o {
		case ByVerdict:
			return cmp.Compare(doubt[a.Trust()], doubt[b.Trust()])
		case ByError:
			return cmp.Compare(wrong(b), wrong(a))
		case BySamples:
			return cmp.Compare(b.Samples, a.Samples)
		case ByName:
			return natural(Name(&a.Element), Name(&b.Element))
		case ByPlace:
			return natural(Place(&a.Element), Place(&b.Element))
		case ByKind, orders:
		}
		if c := cmp.Compare(unmeasured(a), unmeasured(b)); c != 0 {
			return c
		}
		return cmp.Compare(slices.Index(model.Kinds, a.Kind), slices.Index(model.Kinds, b.Kind))
	})
}

// natural compares names as people order them: numbers inside of them by their value, m2 before m10.
func natural(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// Doubtful reports whether a person should look at an element: it has an
// expression that is not simply to be trusted.
func Doubtful(e *run.ElementState) bool {
	t := e.Trust()
	return t == run.Check || t == run.MeasureMore
}
