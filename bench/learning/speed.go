package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"beagle/analysers/dictionary"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// speed prints how fast the inner loops are: values of one formula by the batch
// evaluator, by a walk over the tree and by compiled Go; forms that the
// dictionary fits; whole fits of 500 rows and three parameters.
func speed(w io.Writer) {
	evaluation(w)
	data := dataset.Prepare(measured(1), true)
	all := make([]int, data.Points())
	for i := range all {
		all[i] = i
	}
	terms := dictionary.Terms(data)
	search := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			dictionary.Search(context.Background(), data.Part(all), terms, false) // a copy that remembers nothing
		}
	})
	each := search.T.Seconds() / float64(search.N)
	pairs := len(terms) * (len(terms) + 1) / 2 // forms of one and of two terms, all of which it fits
	fmt.Fprintf(w, "dictionary: %d terms, %.1f ms, at least %.2f M fits/s (every form of one or two terms, without the beam)\n", len(terms), 1000*each, float64(pairs)/each/1e6)
	var seconds []float64
	for seed := range uint64(41) {
		table := measured(seed + 1) // what was found out about one table must not help with the next
		start := cpuTime()
		if _, err := learn.Table(context.Background(), table, model.InternalAction, learn.Options{Seed: 1}); err != nil {
			panic(err) // the program is wrong
		}
		seconds = append(seconds, cpuTime()-start)
	}
	slices.Sort(seconds)
	fmt.Fprintf(w, "whole fit, 500 rows, 3 parameters, 10 %% noise, one core: median %.1f ms of CPU time, least %.1f, largest %.1f of %d\n",
		1000*middle(seconds), 1000*seconds[0], 1000*seconds[len(seconds)-1], len(seconds))
}

// measured is n log n + m with a parameter that does not matter.
func measured(seed uint64) *model.Table {
	r := rand.New(rand.NewPCG(seed, 9))
	columns := make([]model.Column, 3)
	for i, name := range []string{"n.VALUE", "m.NUMBER_OF_ELEMENTS", "k.VALUE"} {
		v, err := model.ParseVariable(name)
		if err != nil {
			panic(err)
		}
		columns[i] = model.Column{Variable: v, Kind: model.Number}
	}
	var y []float64
	for range 500 {
		n, m, k := math.Round(math.Exp(7*r.Float64())), math.Round(math.Exp(5*r.Float64())), float64(r.IntN(40)+1)
		for i, x := range []float64{n, m, k} {
			columns[i].Num = append(columns[i].Num, x)
		}
		y = append(y, (1e-6+2e-8*n*math.Log2(n+1)+3e-7*m)*math.Exp(0.1*r.NormFloat64()))
	}
	return &model.Table{Columns: columns, Target: model.Column{Kind: model.Number, Num: y}}
}

func evaluation(w io.Writer) {
	tree, err := parseFormula("0.8 + (0.02 * (x.VALUE * y.VALUE) + 3 * (x.VALUE / y.VALUE))")
	if err != nil {
		panic(err)
	}
	const rows = 4096
	columns := make([]model.Column, 2)
	for i, v := range expression.Variables(tree) {
		columns[i] = model.Column{Variable: v, Kind: model.Number, Num: make([]float64, rows)}
	}
	for i := range rows {
		columns[0].Num[i], columns[1].Num[i] = float64(i+1), float64(i%17+1)
	}
	program, err := expression.Compile(tree, columns)
	if err != nil {
		panic(err)
	}
	out, xs, ys := make([]float64, rows), columns[0].Num, columns[1].Num
	values := expression.Assignment{}
	for _, way := range []struct {
		name string
		run  func()
	}{
		{"batches", func() { program.Eval(out, 0) }},
		{"walk over the tree", func() {
			for i := range out {
				values[columns[0].Variable], values[columns[1].Variable] = model.NumberValue(xs[i]), model.NumberValue(ys[i])
				out[i], _ = expression.Eval(tree, values) // it has values for all variables
			}
		}},
		{"compiled Go", func() {
			for i := range out {
				out[i] = 0.8 + (0.02*(xs[i]*ys[i]) + 3*(xs[i]/ys[i]))
			}
		}},
	} {
		r := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				way.run()
			}
		})
		speed := float64(expression.Size(tree)) * rows * float64(r.N) / r.T.Seconds()
		fmt.Fprintf(w, "evaluation, %s: %.0f M nodes/s, %d allocations a run\n", way.name, speed/1e6, r.AllocsPerOp())
	}
}
