package piecewise

import (
	"math"
	"slices"

	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// alike is how far the forms of two levels may be apart, relative to the
// scatter of one of them, to be tried as one.
const alike = 0.5

// merged are the forms of levels where those that say nearly the same are
// learnt together, from the points of all of them; nil where none are. Several
// levels often have one cost, and each alone knows it less well. Where all say
// the same, the form of the largest part stands for them: without the level it
// may be found where it is hidden among more variables.
func (l learner) merged(d *dataset.Data, s split, forms []expression.Node, depth int) []expression.Node {
	if s.threshold {
		return nil
	}
	group := make([]int, len(forms)) // the first level that says the same
	for j := range forms {
		group[j] = j
		for i := range j {
			if group[i] == i && sayTheSame(d.Part(s.parts[i]), forms[i], forms[j]) && sayTheSame(d.Part(s.parts[j]), forms[j], forms[i]) {
				group[j] = i
				break
			}
		}
	}
	out := slices.Clone(forms)
	changed := false
	for i := range forms {
		var points []int
		levels := 0
		for j := range forms {
			if group[j] == i {
				points = append(points, s.parts[j]...)
				levels++
			}
		}
		if levels == len(forms) {
			largest := slices.MaxFunc(s.parts, func(a, b []int) int { return len(a) - len(b) })
			at := slices.IndexFunc(s.parts, func(part []int) bool { return &part[0] == &largest[0] })
			return slices.Repeat([]expression.Node{forms[at]}, len(forms))
		}
		if levels < 2 {
			continue
		}
		slices.Sort(points)
		together := l.form(d.Subset(points), depth)
		for j := range forms {
			if group[j] == i {
				out[j] = together
			}
		}
		changed = true
	}
	if !changed {
		return nil
	}
	return out
}

// sayTheSame reports whether another form says what the own form of a level
// does, within half of what the level's points scatter around it.
func sayTheSame(d *dataset.Data, own, other expression.Node) bool {
	f, err := d.Evaluate(own)
	g, err2 := d.Evaluate(other)
	if err != nil || err2 != nil {
		return false
	}
	apart, scatter := make([]float64, len(f)), make([]float64, len(f))
	for i, y := range d.Y {
		size := max(math.Abs(f[i]), 1e-300)
		apart[i], scatter[i] = math.Abs(g[i]-f[i])/size, math.Abs(y-f[i])/size
	}
	slices.Sort(apart)
	slices.Sort(scatter)
	limit := 1e-9
	if d.Noisy {
		limit = max(0.02, alike*1.4826*robust.Quantile(scatter, 0.5))
		if d.Noise > 0 { // few points hardly show how far they scatter
			limit = max(limit, alike*d.Noise)
		}
	}
	return robust.Quantile(apart, 0.5) <= limit
}
