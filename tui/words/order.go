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

// Sort sorts places of elements; equal ones stand by component, in the order of the model, and by service.
func (o Order) Sort(elements []run.ElementState, places []int) {
	rank := map[string]int{} // of components
	for i := range elements {
		if _, known := rank[elements[i].Component]; !known {
			rank[elements[i].Component] = len(rank)
		}
	}
	slices.SortStableFunc(places, func(i, j int) int {
		a, b := &elements[i], &elements[j]
		if c := o.compare(a, b); c != 0 {
			return c
		}
		if a.Component != b.Component {
			return cmp.Compare(rank[a.Component], rank[b.Component])
		}
		return natural(a.Service, b.Service)
	})
}

// compare orders two elements; 0: they are equal by this order.
func (o Order) compare(a, b *run.ElementState) int {
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
	if m, n := Measured(a), Measured(b); m != n {
		if m {
			return -1
		}
		return 1
	}
	return cmp.Compare(slices.Index(model.Kinds, a.Kind), slices.Index(model.Kinds, b.Kind))
}

// wrong is the error of an element's expression; minus infinity: it has none.
func wrong(e *run.ElementState) float64 {
	if e.Best == nil || !e.Best.Error.Finite() {
		return math.Inf(-1)
	}
	return float64(e.Best.Error)
}

// natural compares names as people order them: numbers inside of them by their value, m2 before m10, and letters of either case
// alike. It is asked for each pair of thousands of names.
func natural(a, b string) int {
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
		if c := cmp.Compare(lower(a[0]), lower(b[0])); c != 0 {
			return c
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// digits is how many digits a text begins with.
func digits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// Doubtful reports whether a person should look at an element: it has an
// expression that is not simply to be trusted.
func Doubtful(e *run.ElementState) bool {
	t := e.Trust()
	return t == run.Check || t == run.MeasureMore
}
