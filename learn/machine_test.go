package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/internal/need"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/decimal"
)

// machine is how a real machine measures: in a few launches, each with a factor
// of its own, with noise that is larger for short times, pauses, and caches that
// large inputs leave.
type machine struct {
	launches, repeats int
	between           float64 // launches' factors lie between 1 and 1 + 2*between
	short, jitter     float64 // relative noise; seconds of noise whatever the value
	pauses            float64 // share of measurements that are hit by one
	cache             float64 // how much slower the largest inputs are
}

// simple are the costs of a machine's programs: the terms that they are made
// of, over inputs that a programmer would try.
var simple = []struct {
	name  string
	names []string
	truth func(x []float64) float64
}{
	{"edit distance", []string{"left", "right"}, func(x []float64) float64 { return 2e-7 + 6.5e-10*x[0]*x[1] }},
	{"sum of bytes", []string{"n"}, func(x []float64) float64 { return 1e-7 + 4e-10*x[0] }},
	{"sort", []string{"n"}, func(x []float64) float64 { return 3e-7 + 2.3e-9*x[0]*math.Log2(x[0]) }},
}

// table measures a program: every combination of seven sizes, several times a
// launch, one row for each launch and combination (their median).
func (m machine) table(names []string, truth func([]float64) float64, r *rand.Rand) *model.Table {
	sizes := [][]float64{{8, 17, 40, 90, 200, 450, 900}, {8, 21, 45, 100, 220, 500, 1000}}
	points := [][]float64{{}}
	for j := range names {
		var next [][]float64
		for _, p := range points {
			for _, x := range sizes[j] {
				next = append(next, append(p[:len(p):len(p)], x))
			}
		}
		points = next
	}
	if len(names) == 1 {
		points = nil
		for i := range 40 {
			points = append(points, []float64{math.Round(8 * math.Pow(125, float64(i)/39))})
		}
	}
	largest := truth(points[len(points)-1])
	t := &model.Table{Columns: make([]model.Column, len(names)), Target: model.Column{Kind: model.Number}}
	for j, name := range names {
		t.Columns[j] = model.Column{Variable: model.Variable{Name: name, Char: model.ByteSize}, Kind: model.Number}
	}
	for launch := range m.launches {
		factor := 1 + 2*m.between*r.Float64()
		for range m.repeats {
			for _, x := range points {
				y := truth(x)
				y *= factor * (1 + m.cache*y/largest)
				y = y*math.Exp(m.short*r.NormFloat64()) + m.jitter*r.ExpFloat64()
				if r.Float64() < m.pauses {
					y = y*(1+3*r.Float64()) + 2e-6*r.ExpFloat64()
				}
				for j := range x {
					t.Columns[j].Num = append(t.Columns[j].Num, x[j])
				}
				t.Target.Num = append(t.Target.Num, y)
				t.Launch = append(t.Launch, int32(launch))
				t.Seq = append(t.Seq, int64(len(t.Seq)))
			}
		}
	}
	return t
}

// TestMachinesMakeNoForms measures simple programs on such machines: what is
// learnt has to be about as simple, and right for small inputs, too.
func TestMachinesMakeNoForms(t *testing.T) {
	seeds := uint64(3)
	if need.Long() {
		seeds = 20
	}
	machines := []machine{
		{launches: 1, repeats: 4, short: 0.03, jitter: 3e-8, pauses: 0.02, cache: 0.1},
		{launches: 4, repeats: 1, between: 0.15, short: 0.05, jitter: 2e-8, pauses: 0.03, cache: 0.1},
		{launches: 3, repeats: 3, between: 0.1, short: 0.02, jitter: 1e-8, pauses: 0.01, cache: 0.2},
		{launches: 2, repeats: 4, between: 0.15, short: 0.1, jitter: 1e-7, pauses: 0.05},
	}
	all, off := 0, 0
	for seed := range seeds {
		for i, p := range simple {
			for j, m := range machines {
				table := m.table(p.names, p.truth, rand.New(rand.NewPCG(seed, uint64(10*i+j))))
				result := learnt(t, table, model.InternalAction)
				n := result.Proposals[0].Expression
				// Two terms, and one more for what large inputs cost besides.
				if size := expression.Size(n); size > 17 || codelength.Implausible(n) != "" {
					t.Errorf("%s, machine %d, seed %d: %s", p.name, j, seed, expression.String(decimal.Rounded(n)))
				}
				all++
				if far, at := m.smallest(t, n, table, p.truth); far > 0.25 {
					off++
					t.Logf("%s, machine %d, seed %d: %s is off by %.0f %% at %v", p.name, j, seed, expression.String(decimal.Rounded(n)), 100*far, at)
				}
			}
		}
	}
	if off > all/100 {
		t.Errorf("%d of %d expressions are off by more than a quarter for small inputs", off, all)
	}
}

// smallest is how far an expression is off on the smaller half of what was
// measured, at worst, besides the launches' common factor.
func (m machine) smallest(t *testing.T, n expression.Node, table *model.Table, truth func([]float64) float64) (worst float64, at []float64) {
	t.Helper()
	f, err := dataset.Evaluate(n, table.Columns)
	if err != nil {
		t.Fatal(err)
	}
	middle := slices.Clone(table.Target.Num)
	slices.Sort(middle)
	for i := range f {
		if table.Target.Num[i] > middle[len(middle)/2] {
			continue
		}
		x := make([]float64, len(table.Columns))
		for c := range x {
			x[c] = table.Columns[c].Num[i]
		}
		if off := math.Abs(f[i]/((truth(x)+m.jitter)*(1+m.between)) - 1); off > worst {
			worst, at = off, x
		}
	}
	return worst, at
}
