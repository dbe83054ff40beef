package findings

import (
	"context"
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

// Detail is one element in depth.
func (f *Findings) Detail(ctx context.Context, id model.ElementID) (run.Detail, error) {
	e, err := f.Element(id)
	if err != nil {
		return run.Detail{}, err
	}
	table := f.Data.Data(e).Table
	d := run.Detail{Element: id, Source: excerpt(e)}
	for i := range table.Columns {
		d.Variables = append(d.Variables, table.Columns[i].Variable)
		d.Inputs = append(d.Inputs, typical(&table.Columns[i]))
	}
	switch {
	case e.Kind == model.Branch:
		for i := range e.Branches {
			d.Categories = append(d.Categories, e.Branches[i].Name)
		}
		if none := float64(len(e.Branches)); slices.Contains(table.Target.Num, none) {
			d.Categories = append(d.Categories, "none of them")
		}
	case table.Target.Kind == model.Text:
		d.Categories = table.Target.Levels
	}
	best := preferred(f.Board, id)
	if best != nil {
		d.Evidence = f.examine(ctx, e)
	}
	x := axis(table, best)
	if x < 0 {
		d.Points = points(table, nil, best)
		return d, nil
	}
	column := &table.Columns[x]
	d.Axis = column.Variable
	d.Points = points(table, column.Num, best)
	switch {
	case column.Kind == model.Text:
		d.Levels = column.Levels
	case column.Kind == model.Bool:
		d.Levels = []string{"false", "true"}
	case best != nil:
		d.Curve = curve(table, best, x)
	}
	return d, nil
}

// typical is what values a column has.
func typical(c *model.Column) run.Typical {
	low, high := bounds(c.Num)
	values := slices.DeleteFunc(slices.Clone(c.Num), math.IsNaN)
	t := run.Typical{Variable: c.Variable, Kind: c.Kind, Low: run.Finite(low), High: run.Finite(high)}
	if len(values) == 0 {
		return t
	}
	t.Middle = run.Finite(robust.Middle(values))
	t.Whole = !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
	if c.Kind != model.Number { // there is nothing between two names: the most frequent one
		count, most := map[float64]int{}, 0
		for _, v := range values {
			if count[v]++; count[v] > most {
				most, t.Middle = count[v], v
			}
		}
	}
	if at := int(t.Middle); c.Kind == model.Text && at >= 0 && at < len(c.Levels) {
		t.Text = c.Levels[at]
	}
	return t
}

// preferred is the proposal that the judge prefers.
func preferred(b *blackboard.Board, id model.ElementID) *blackboard.Proposal {
	v := b.Judgement(id).Verdict
	proposals := b.Proposals(id)
	if v == nil || v.Final < 0 || v.Final >= len(proposals) {
		return nil
	}
	return &proposals[v.Final]
}

// axis chooses the column to plot over: that which moves the best expression
// most, which may be a name or a flag, else the numeric one with the most distinct values, else any; -1: none.
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

// points is an even sample of the rows, with what the best proposal says of each.
func points(t *model.Table, x []float64, best *blackboard.Proposal) []run.Point {
	rows := t.Rows()
	var said []float64
	if best != nil {
		said = evaluate(best, t.Columns, rows)
	}
	step := max(1, (rows+plotPoints-1)/plotPoints)
	var out []run.Point
	for i := 0; i < rows; i += step {
		p := run.Point{X: float64(i), Y: t.Target.Num[i], N: 1}
		if x != nil {
			p.X = x[i]
		}
		if t.Weight != nil {
			p.N = t.Weight[i]
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

// curve evaluates a proposal over one column's range; the other columns stand
// at their median.
func curve(t *model.Table, p *blackboard.Proposal, x int) []run.Point {
	low, high := bounds(t.Columns[x].Num)
	if !(high > low) {
		return nil
	}
	columns := make([]model.Column, len(t.Columns))
	for i := range columns {
		columns[i] = t.Columns[i]
		columns[i].Num = make([]float64, curveSteps)
		fixed := robust.Middle(slices.DeleteFunc(slices.Clone(t.Columns[i].Num), math.IsNaN))
		if t.Columns[i].Kind != model.Number {
			fixed = math.Floor(fixed)
		}
		for k := range columns[i].Num {
			columns[i].Num[k] = fixed
		}
	}
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

// evaluate is the proposal's value in each row; of a branch, the transition
// that its guards choose.
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
