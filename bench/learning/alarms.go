package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	_ "beagle/builtin"
	"beagle/compare"
	"beagle/cost"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run/ended"
	"beagle/statistics/robust"
)

// What CI wants of a comparison: no alarm where a program is compared with itself, and one where a coefficient has
// doubled.

type measurement struct {
	table *table
	cost  cost.Result
	run   *ended.Table
}

// rule decides whether the second sample is slower than the first.
type rule struct {
	name   string
	slower func(ctx context.Context, before, after *measurement) (bool, error)
}

var rules = []rule{
	{"beagle verify", verifies},
	{"beagle compare", compares},
	{"mean at one input, 5 %", func(_ context.Context, a, b *measurement) (bool, error) {
		return stat.Mean(b.point(), nil) > 1.05*stat.Mean(a.point(), nil), nil
	}},
	{"mean at one input, 20 %", func(_ context.Context, a, b *measurement) (bool, error) {
		return stat.Mean(b.point(), nil) > 1.2*stat.Mean(a.point(), nil), nil
	}},
	{"t-test at one input, p < 5 %", func(_ context.Context, a, b *measurement) (bool, error) {
		return welch(a.point(), b.point()) < 0.05, nil
	}},
}

func verifies(_ context.Context, before, after *measurement) (bool, error) {
	sizes := before.cost.Sizes()
	then, err := before.cost.Means(sizes)
	if err != nil {
		return false, err
	}
	now, err := after.cost.Means(sizes)
	if err != nil {
		return false, err
	}
	for i := range now {
		if cost.Slower(then[i], now[i]) {
			return true, nil
		}
	}
	return false, nil
}

func compares(ctx context.Context, before, after *measurement) (bool, error) {
	c, err := compare.Runs(ctx, before.run, after.run, 0.1)
	return err == nil && c.Worse > 0, err
}

func (s *measurement) point() (means []float64) {
	at := slices.Clone(s.table.train)
	truth := s.table.truth(at)
	middling := truth[slices.Index(truth, middleOf(truth))]
	sums, counts := map[int32]float64{}, map[int32]float64{}
	for i, y := range s.table.y {
		if truth[i] == middling {
			sums[s.table.launch[i]] += y
			counts[s.table.launch[i]]++
		}
	}
	for launch := range int32(len(sums)) {
		means = append(means, sums[launch]/counts[launch])
	}
	return means
}

func middleOf(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}

// welch is the p-value of the t-test for unequal variances where the second mean is greater; else 1.
func welch(a, b []float64) float64 {
	ma, va := stat.MeanVariance(a, nil)
	mb, vb := stat.MeanVariance(b, nil)
	if !(mb > ma) {
		return 1
	}
	deviation, freedom := robust.Welch(robust.Sample{Mean: ma, Variance: va, N: len(a)}, robust.Sample{Mean: mb, Variance: vb, N: len(b)})
	return 2 * distuv.StudentsT{Sigma: 1, Nu: freedom}.Survival((mb-ma)/deviation)
}

// doubled is a problem in which the coefficient of the term that weighs most at middling inputs has doubled.
func doubled(p problem) problem {
	terms := addends(plainForms[p.name])
	middling := expression.Assignment{}
	for _, in := range p.inputs {
		middling[in.variable()] = model.NumberValue(math.Sqrt(in.low * in.high))
	}
	most := slices.MaxFunc(terms, func(a, b expression.Node) int {
		x, _ := expression.Eval(a, middling)
		y, _ := expression.Eval(b, middling)
		return int(math.Copysign(1, x-y))
	})
	once := p.truth
	p.name += " doubled"
	p.truth = func(x []float64) float64 {
		values := expression.Assignment{}
		for i, in := range p.inputs {
			values[in.variable()] = model.NumberValue(x[i])
		}
		more, _ := expression.Eval(most, values)
		return once(x) + more
	}
	return p
}

func addends(n expression.Node) []expression.Node {
	if sum, ok := n.(expression.Binary); ok && sum.Op == expression.Add {
		return append(addends(sum.Left), addends(sum.Right)...)
	}
	return []expression.Node{n}
}

// driven is a table as beagle cost measures: five launches see the same 24 places, each until its mean is steady.
func driven(p problem, c campaign, r *rand.Rand) *table {
	t := &table{problem: p, setting: setting{suite: "M"}, inputs: p.inputs}
	t.train = t.draw(rand.New(rand.NewPCG(1, 1)), 24, 1)
	c.launches, c.warm = 5, 0
	c.measure(t, r)
	return t
}

// probed is a table as the probes of a run measure: every call of each launch.
func probed(p problem, c campaign, r *rand.Rand) *table {
	t := &table{problem: p, setting: setting{suite: "M"}, inputs: p.inputs}
	t.train = t.calls(rand.New(rand.NewPCG(1, 1)), c.rounds)
	c.measure(t, r)
	return t
}

// simulated are measurements of n programs: two of each, and one with a doubled coefficient.
func simulated(n int, measure func(problem, campaign, *rand.Rand) *table) (all [][3]*table, err error) {
	for i := range n {
		r := rand.New(rand.NewPCG(42, uint64(i)))
		p, c := suiteM[i%len(suiteM)], newCampaign(r)
		all = append(all, [3]*table{measure(p, c, r), measure(p, c, r), measure(doubled(p), c, r)})
	}
	return all, nil
}

// recordings are measurements of the sections of suite R by two campaigns of the quiet machine; all times are doubled
// in the third.
func recordings(int) (all [][3]*table, err error) {
	const campaigns = 10
	tables, err := recordedTables("quiet", campaigns, "")
	for i := 1; i < len(tables); i += 2 {
		if tables[i-1].problem.name != tables[i].problem.name {
			i--
			continue
		}
		twice := *tables[i]
		twice.y = slices.Clone(twice.y)
		for j := range twice.y {
			twice.y[j] *= 2
		}
		all = append(all, [3]*table{tables[i-1], tables[i], &twice})
	}
	return all, err
}

func learnt(ctx context.Context, t *table) (*measurement, error) {
	m := &measurement{table: t}
	data := t.table()
	element := model.Element{ID: "cost", Name: t.problem.name, Kind: model.InternalAction}
	for i, c := range data.Columns {
		kind := map[model.ValueKind]string{model.Number: "INT", model.Bool: "BOOL", model.Text: "STRING"}[c.Kind]
		element.Inputs = append(element.Inputs, model.Input{Name: c.Variable.Name, Index: i, Type: kind})
	}
	got, err := learn.Table(ctx, data, model.InternalAction, learn.Options{Seed: 1, Element: element, ProcessorTimes: t.real == nil})
	if err != nil {
		return nil, err
	}
	m.cost = cost.Result{Table: *data, Learnt: &got}
	m.run = ended.OfTable(t.problem.name, got)
	return m, nil
}

// alarms compares n programs with themselves, and with themselves where a coefficient has doubled, and prints how
// often each rule raised an alarm.
func alarms(ctx context.Context, w io.Writer, n int) error {
	for _, way := range []struct {
		name  string
		draw  func(int) ([][3]*table, error)
		rules []rule
	}{
		{"simulated, measured as beagle cost does", func(n int) ([][3]*table, error) { return simulated(n, driven) }, rules},
		{"simulated, measured as a run does", func(n int) ([][3]*table, error) { return simulated(n, probed) }, rules},
		{"real sections, quiet machine, two campaigns", recordings, rules[:2]},
	} {
		all, err := way.draw(n)
		if err != nil {
			return err
		}
		raised, errs := make([]raised, len(all)), make([]error, len(all))
		var work sync.WaitGroup
		slots := make(chan struct{}, runtime.NumCPU())
		for i, tables := range all {
			slots <- struct{}{}
			work.Go(func() {
				raised[i], errs[i] = try(ctx, tables, way.rules)
				<-slots
			})
		}
		work.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %d comparisons each\n", way.name, len(all))
		table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
		fmt.Fprintln(table, "rule\tfalse alarms\tdoubled coefficients found")
		for k, rule := range way.rules {
			itself, doubled := 0, 0
			for _, r := range raised {
				itself, doubled = itself+r.itself[k], doubled+r.doubled[k]
			}
			fmt.Fprintf(table, "%s\t%.1f %%\t%.1f %%\n", rule.name, 100*float64(itself)/float64(len(all)), 100*float64(doubled)/float64(len(all)))
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

type raised struct{ itself, doubled []int }

func try(ctx context.Context, tables [3]*table, rules []rule) (r raised, err error) {
	var of [3]*measurement
	for i, t := range tables {
		if of[i], err = learnt(ctx, t); err != nil {
			return r, err
		}
	}
	for _, rule := range rules {
		same, err := rule.slower(ctx, of[0], of[1])
		if err != nil {
			return r, err
		}
		twice, err := rule.slower(ctx, of[0], of[2])
		if err != nil {
			return r, err
		}
		r.itself, r.doubled = append(r.itself, map[bool]int{true: 1}[same]), append(r.doubled, map[bool]int{true: 1}[twice])
	}
	return r, nil
}
