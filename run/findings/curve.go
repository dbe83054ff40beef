package findings

import (
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/statistics/robust"
)

// Bounds of what a plot gets.
const (
	plotPoints = 400
	curveSteps = 80
)

// axis chooses the column to plot over.
func axis(t *model.Table, best *blackboard.Proposal) int {
	chosen, most := -1, 0.0
	better := func(i int, score float64) {
		if score > most {
			chosen, most = i, score
		}
	}
	if best != nil {
		for i := range t.Columns {
			better(i, swing(curve(t, best, i)))
		}
	}
	for i := range t.Columns {
		if chosen < 0 && t.Columns[i].Kind == model.Number {
			chosen = i
		}
	}
	if most > 0 {
		return chosen
	}
	for i := range t.Columns {
		if t.Columns[i].Kind == model.Number {
			better(i, float64(distinct(t.Columns[i].Num)))
		}
	}
	if chosen < 0 && len(t.Columns) > 0 {
		chosen = 0
	}
	return chosen
}

func swing(curve []run.Point) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range curve {
		low, high = min(low, p.Y), max(high, p.Y)
	}
	return high - low
}

func distinct(values []float64) int {
	sorted := slices.Sorted(slices.Values(values))
	return len(slices.Compact(sorted))
}

func points(t *model.Table, x []float64, best *blackboard.Proposal) []run.Point {
	rows := t.Rows()
	var said []float64
	if best != nil {
		said = evaluate(best, t.Columns, rows)
	}
	step := max(1, (rows+plotPoints-1)/plotPoints)
	var out []run.Point
	for i := 0; i < rows; i += step {
		p := run.Point{X: float64(i), Y: t.Target.Num[i], N: t.WeightOf(i)}
		if x != nil {
			p.X = x[i]
		}
		if said != nil && !math.IsNaN(said[i]) && !math.IsInf(said[i], 0) {
			v := said[i] // not the whole column
			p.P = &v
		}
		if !math.IsNaN(p.X) && !math.IsNaN(p.Y) {
			out = append(out, p)
		}
	}
	return out
}

func curve(t *model.Table, p *blackboard.Proposal, x int) []run.Point {
	low, high := bounds(t.Columns[x].Num)
	if !(high > low) {
		return nil
	}
	columns := medians(t)
	out := make([]run.Point, curveSteps)
	for k := range out {
		out[k].X = low + (high-low)*float64(k)/(curveSteps-1)
		if t.Columns[x].Kind != model.Number { // there is nothing between two names
			out[k].X = math.Round(out[k].X)
		}
		columns[x].Num[k] = out[k].X
	}
	y := evaluate(p, columns, curveSteps)
	if y == nil {
		return nil
	}
	for k := range out {
		out[k].Y = y[k]
	}
	return slices.DeleteFunc(out, func(p run.Point) bool { return math.IsNaN(p.Y) || math.IsInf(p.Y, 0) })
}

func medians(t *model.Table) []model.Column {
	columns := slices.Clone(t.Columns)
	for i := range columns {
		fixed := robust.Middle(slices.DeleteFunc(slices.Clone(t.Columns[i].Num), math.IsNaN))
		if t.Columns[i].Kind != model.Number {
			fixed = math.Floor(fixed)
		}
		columns[i].Num = slices.Repeat([]float64{fixed}, curveSteps)
	}
	return columns
}

func evaluate(p *blackboard.Proposal, columns []model.Column, rows int) []float64 {
	node := p.Expression
	if node == nil {
		node = expression.Constant(math.NaN())
		for i := len(p.Branches) - 1; i >= 0; i-- {
			if p.Branches[i].Guard == nil {
				return nil // probabilities decide nothing
			}
			node = expression.If{Cond: p.Branches[i].Guard, Then: expression.Constant(i), Else: node}
		}
	}
	program, err := expression.Compile(node, columns)
	if err != nil {
		return nil
	}
	out := make([]float64, rows)
	program.Eval(out, 0)
	return out
}

func bounds(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}
