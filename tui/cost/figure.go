package cost

import (
	"cmp"
	"math"
	"slices"

	"beagle/cost"
	"beagle/internal/quantity"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
	"beagle/tui/plot"
)

// axes are the inputs with several numbers, those first along which costs grow most steadily.
func axes(points []cost.Point) []model.Variable {
	follows := map[model.Variable]float64{}
	for _, p := range points {
		for v := range p.Inputs {
			if _, known := follows[v]; !known && varies(points, v) {
				follows[v] = math.Abs(rankCorrelation(points, v))
			}
		}
	}
	var all []model.Variable
	for v := range follows {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b model.Variable) int {
		return cmp.Or(cmp.Compare(follows[b], follows[a]), cmp.Compare(a.String(), b.String()))
	})
	return all
}

// varies reports whether an input is a number of several values.
func varies(points []cost.Point, v model.Variable) bool {
	first, differs := points[0].Inputs[v], false
	for _, p := range points {
		x, there := p.Inputs[v]
		if !there || x.Kind != model.Number {
			return false
		}
		differs = differs || x.Num != first.Num
	}
	return differs
}

// rankCorrelation is Spearman's, of an input and the cost.
func rankCorrelation(points []cost.Point, v model.Variable) float64 {
	x := ranks(points, func(p *cost.Point) float64 { return p.Inputs[v].Num })
	y := ranks(points, func(p *cost.Point) float64 { return p.Mean })
	middle := float64(len(points)-1) / 2
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-middle, y[i]-middle
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks are the places of points in an order, from 0; equal ones share theirs.
func ranks(points []cost.Point, of func(*cost.Point) float64) []float64 {
	out := make([]float64, len(points))
	for i := range points {
		for j := range points {
			switch a, b := of(&points[j]), of(&points[i]); {
			case a < b:
				out[i]++
			case a == b && i != j:
				out[i] += 0.5
			}
		}
	}
	return out
}

// picture is what was measured over an input, what the formula says there, and where is measured next.
func picture(p *cost.Progress, along model.Variable) plot.Picture {
	f := plot.Picture{X: along.String(), Tick: quantity.Seconds}
	low, high := math.Inf(1), math.Inf(-1)
	least, most := math.Inf(1), math.Inf(-1)
	for _, one := range p.Points {
		x := one.Inputs[along].Num
		low, high = min(low, x), max(high, x)
		least, most = min(least, one.Mean), max(most, one.Mean)
		f.Points = append(f.Points, run.Point{X: x, Y: one.Mean})
	}
	for _, next := range p.Next {
		for _, v := range next.Place {
			if v.Name == along.String() {
				f.Next = append(f.Next, v.To)
				low, high = min(low, v.To), max(high, v.To)
			}
		}
	}
	f.LogX, f.LogY = wide(low, high), wide(least, most)
	if p.Formula == nil || len(p.Points) == 0 {
		return f
	}
	others := typical(p.Points)
	for _, x := range steps(low, high, f.LogX) {
		others[along] = model.NumberValue(x)
		if y, err := expression.Eval(p.Formula, others); err == nil && !math.IsNaN(y) && (!f.LogY || y > 0) {
			f.Curve = append(f.Curve, run.Point{X: x, Y: y})
		}
	}
	return f
}

// wide reports whether numbers are read on a logarithmic axis: more than a decade lies between them.
func wide(low, high float64) bool { return low > 0 && high/low > 10 }

// steps are values between two, evenly on the axis.
func steps(low, high float64, log bool) []float64 {
	const many = 200
	xs := make([]float64, many)
	for i := range xs {
		share := float64(i) / (many - 1)
		if xs[i] = low + share*(high-low); log {
			xs[i] = low * math.Pow(high/low, share)
		}
	}
	return xs
}

// typical is the median of each input, and of texts and flags the first.
func typical(points []cost.Point) expression.Assignment {
	all := expression.Assignment{}
	for v, value := range points[0].Inputs {
		if all[v] = value; value.Kind != model.Number {
			continue
		}
		var xs []float64
		for _, p := range points {
			if x, there := p.Inputs[v]; there {
				xs = append(xs, x.Num)
			}
		}
		slices.Sort(xs)
		all[v] = model.NumberValue(xs[len(xs)/2])
	}
	return all
}

// means are the costs over an input, the smallest value first, for a sparkline.
func means(points []cost.Point) []float64 {
	found := axes(points)
	if len(found) == 0 {
		return nil
	}
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b cost.Point) int { return cmp.Compare(a.Inputs[found[0]].Num, b.Inputs[found[0]].Num) })
	out := make([]float64, len(sorted))
	for i := range sorted {
		out[i] = math.Log(sorted[i].Mean)
	}
	return out
}
